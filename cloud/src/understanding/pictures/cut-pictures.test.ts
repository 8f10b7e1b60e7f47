import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FfmpegOutcome, FfmpegRun } from '../../platform/ffmpeg/ffmpeg.js'
import { cutClip } from './cut-pictures.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cut-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Ten minutes in which each keyframe stands far from the next, so that pictures between them take passes of their own. */
const listed = [
  '#tb 0: 1/10',
  ...Array.from(
    { length: 6_000 },
    (_, at) => `0, ${at}, ${at}, 1, 500, 0x1${at % 300 === 0 ? '' : ', F=0x0'}`,
  ),
].join('\n')

test('a clip on which every pass hangs gives its place back after two minutes in all', async () => {
  let now = 0
  const deadlines: number[] = []
  const run = async ({ args, deadlineMs }: FfmpegRun): Promise<FfmpegOutcome> => {
    if (args.includes('framecrc')) return { ok: true, printed: listed }
    deadlines.push(deadlineMs)
    now += deadlineMs
    return { ok: false, again: false, reason: 'reading it took too long', said: '' }
  }
  const workspace = {
    ffmpeg: { run },
    clock: { monotonic: () => now },
    folder,
    signal: new AbortController().signal,
  }
  expect(await cutClip(workspace, 'full_video', 0)).toMatchObject({
    kind: 'failed',
    reason: 'reading it took too long',
    said: '',
  })
  expect(deadlines).toEqual([60_000, 60_000])
})
