import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../clock.js'
import { isAlive } from '../embedded-postgres/process-alive.js'
import { FfmpegPrograms } from './ffmpeg.js'
import { findFfmpeg } from './find-ffmpeg.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cloud ffmpeg '))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A program that answers as an ffmpeg and does as `body` says where it is asked for more. */
async function program(
  name: string,
  body: string,
  version = 'ffmpeg version 7.1 Copyright',
): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, `#!/bin/sh\n[ "$1" = -version ] && echo "${version}" && exit 0\n${body}\n`)
  await chmod(file, 0o755)
  return file
}

describe('looking for one', () => {
  test('the one of the setting comes first', async () => {
    const ffmpegPath = await program('good', '')
    expect(await findFfmpeg({ ffmpegPath, programPath: null }, systemClock)).toEqual({
      found: { path: ffmpegPath, version: '7.1', from: 'setting' },
      tried: [],
    })
  })

  test('one that is none is passed over, and said; then the PATH', async () => {
    const ffmpegPath = await program('bad', '', 'nonsense')
    await program('ffmpeg', '')
    const search = await findFfmpeg({ ffmpegPath, programPath: `${folder}:/bin` }, systemClock)
    expect(search).toMatchObject({ found: { version: '7.1', from: 'path' } })
    expect(search.tried).toEqual([expect.stringMatching(/^FFMPEG_PATH: exit code 0, not an ffmpeg/)])
    const missing = await findFfmpeg({ ffmpegPath: '/nowhere/ffmpeg', programPath: folder }, systemClock)
    expect(missing.tried[0]).toMatch(/^FFMPEG_PATH: .*ENOENT/)
  })
})

describe('a run', () => {
  const run = async (name: string, body: string, deadlineMs = 20_000) => {
    const programs = new FfmpegPrograms(
      { ffmpegPath: await program(name, body), programPath: '/usr/bin:/bin' },
      systemClock,
    )
    return programs.run({ args: ['one'], cwd: folder, deadlineMs, signal: new AbortController().signal })
  }

  test('answers with what was printed', async () => {
    expect(await run('prints', 'pwd; echo complaint >&2')).toEqual({ ok: true, printed: `${folder}\n` })
  })

  test('that fails says how, in words and in the own ones of the program', async () => {
    expect(await run('fails', 'echo moov atom not found >&2; exit 1')).toEqual({
      ok: false,
      reason: 'ffmpeg could not read it',
      said: 'moov atom not found',
    })
  })

  test.each([
    ['hears no SIGTERM', 'trap "" TERM; sleep 60 & echo $! >'],
    ['leaves a child behind that hears none', '(trap "" TERM; sleep 60) & echo $! >'],
  ])('that takes too long and %s is killed with all that it started', async (name, body) => {
    const file = path.join(folder, `${name}.pid`)
    const outcome = await run(name, `${body} "${file}"; wait`, 300)
    expect(outcome).toMatchObject({ ok: false, reason: 'reading it took too long' })
    const started = Number(await readFile(file, 'utf8'))
    await vi.waitFor(async () => expect(await isAlive(started)).toBe(false))
  })

  test('that prints without end is killed', async () => {
    expect(await run('endless', 'yes a line of some length', 60_000)).toMatchObject({
      ok: false,
      reason: 'it has too many pictures',
    })
  })

  test('stands behind everything else, and ends by itself if we do not end it', async () => {
    const outcome = await run('nice', 'ps -o ni= -p $$; echo "$@"', 10_000)
    expect(outcome).toMatchObject({
      ok: true,
      printed: expect.stringMatching(/^\s*10\n.*-timelimit 20 .*one\n$/s),
    })
  })
})
