import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FfmpegPrograms } from '../../platform/ffmpeg/ffmpeg.js'
import type { Clock } from '../../platform/time/clock.js'
import { chooseMoments } from './choose-moments.js'
import { type ClipPicture, readClipPictures } from './clip-pictures.js'
import { cutOptions, files, listOptions, snapshotOptions } from './cut-options.js'
import { type CutPass, cutPlan } from './cut-plan.js'
import { jpegSize } from './jpeg-size.js'
import type { JpegPicture, PictureMode } from './taken-picture.service.js'

/** A picture out of a clip. */
export interface CutPicture {
  /** Seconds from the first picture of the clip. */
  readonly offsetSec: number
  readonly large: JpegPicture
  readonly small: JpegPicture
}

/** A folder that holds the file to cut, under the name that `files` gives it. */
export interface CutWorkspace {
  readonly ffmpeg: Pick<FfmpegPrograms, 'run'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly folder: string
  readonly signal: AbortSignal
}

type CutResult =
  | { readonly kind: 'cut'; readonly pictures: readonly CutPicture[] }
  /** `reason` follows "the clip could not be looked at, for"; `again`: later it may well be. */
  | { readonly kind: 'failed'; readonly again: boolean; readonly reason: string; readonly said: string }

const noPicture = { again: false, reason: 'it holds no picture', said: '' }

const listDeadlineMs = 20_000
const cutDeadlineMs = 60_000
/** All passes over one clip together: the few slots are everybody's. */
const wholeDeadlineMs = 120_000

/** The pictures of the clip that a mode takes, in their order in time. @throws the signal's reason */
export async function cutClip(
  workspace: CutWorkspace,
  mode: PictureMode,
  triggerSec: number,
): Promise<CutResult> {
  const listed = await workspace.ffmpeg.run({
    args: listOptions,
    cwd: workspace.folder,
    inputs: [files.clip],
    deadlineMs: listDeadlineMs,
    signal: workspace.signal,
  })
  if (!listed.ok) return { kind: 'failed', ...listed }
  const pictures = readClipPictures(listed.printed)
  const chosen = chooseMoments(pictures, mode, triggerSec)
  if (chosen.length === 0) return { kind: 'failed', ...noPicture }
  return cutChosen(workspace, pictures, chosen)
}

async function cutChosen(
  workspace: CutWorkspace,
  pictures: readonly ClipPicture[],
  chosen: readonly number[],
): Promise<CutResult> {
  let trouble = { again: false, reason: 'none of its pictures could be decoded', said: '' }
  const end = workspace.clock.monotonic() + wholeDeadlineMs
  for (const pass of cutPlan(pictures, chosen)) {
    const leftMs = end - workspace.clock.monotonic()
    if (leftMs <= 0) break
    const done = await runPass(workspace, pass, Math.min(cutDeadlineMs, leftMs))
    if (!done.ok) trouble = done
  }
  const cut = await collect(workspace.folder, pictures[0]?.at ?? 0)
  return cut.length > 0 ? { kind: 'cut', pictures: cut } : { kind: 'failed', ...trouble }
}

function runPass({ ffmpeg, folder, signal }: CutWorkspace, pass: CutPass, deadlineMs: number) {
  return ffmpeg.run({ args: cutOptions(pass), cwd: folder, inputs: [files.clip], deadlineMs, signal })
}

/** Both sizes of the snapshot. @throws the signal's reason */
export async function cutSnapshot({ ffmpeg, folder, signal }: CutWorkspace): Promise<CutResult> {
  const done = await ffmpeg.run({
    args: snapshotOptions,
    cwd: folder,
    inputs: [files.snapshot],
    deadlineMs: listDeadlineMs,
    signal,
  })
  const pictures = await collect(folder, 0)
  if (pictures.length > 0) return { kind: 'cut', pictures }
  return done.ok
    ? { kind: 'failed', ...noPicture }
    : { kind: 'failed', again: done.again, reason: done.reason, said: done.said }
}

/** What was cut, whole and in both sizes, in order. */
async function collect(folder: string, firstSec: number): Promise<CutPicture[]> {
  const names = new Set(await readdir(folder))
  const moments = [...names]
    .flatMap((name) => /^large(-?\d+)\.jpg$/.exec(name)?.[1] ?? [])
    .toSorted((one, other) => Number(one) - Number(other))
  const found = await Promise.all(
    moments.map(async (moment) => {
      const large = await readJpeg(path.join(folder, `large${moment}.jpg`))
      const small = names.has(`small${moment}.jpg`)
        ? await readJpeg(path.join(folder, `small${moment}.jpg`))
        : null
      if (!large || !small) return []
      return [{ offsetSec: Math.max(0, Number(moment) / 1000 - firstSec), large, small }]
    }),
  )
  return found.flat()
}

async function readJpeg(file: string): Promise<JpegPicture | null> {
  const jpeg = await readFile(file)
  const size = jpegSize(jpeg)
  // A program that was killed leaves half a file; a whole one ends with EOI.
  if (!size || jpeg.length < 4 || jpeg.readUInt16BE(jpeg.length - 2) !== 0xffd9) return null
  return { jpeg, ...size }
}
