import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRunning } from '#testing/is-running.js'
import { createFakeClock } from '../time/clock.fake.js'
import { systemClock } from '../time/clock.js'
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
      again: false,
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

  test('one that is not there is told from one that the machine cannot start just now, which is found later', async () => {
    const none = { ffmpegPath: '/nowhere/ffmpeg', programPath: folder }
    expect(await new FfmpegPrograms(none, systemClock).isThere()).not.toBe('later')
    // No system starts a program with so much to hand over (E2BIG).
    const places = { ffmpegPath: await program('good', ''), programPath: 'x'.repeat(2_000_000) }
    const programs = new FfmpegPrograms(places, systemClock)
    expect(await programs.isThere()).toBe('later')
    const signal = new AbortController().signal
    const run = { args: ['one'], cwd: folder, inputs: [], deadlineMs: 20_000, signal }
    expect(await programs.run(run)).toMatchObject({ ok: false, again: true })
    places.programPath = '/usr/bin:/bin'
    expect(await programs.isThere()).toBe('yes')
  })
})

describe('a run', () => {
  const run = async (name: string, body: string, deadlineMs = 20_000) => {
    const programs = new FfmpegPrograms(
      { ffmpegPath: await program(name, body), programPath: '/usr/bin:/bin' },
      systemClock,
    )
    return programs.run({
      args: ['one'],
      cwd: folder,
      inputs: [],
      deadlineMs,
      signal: new AbortController().signal,
    })
  }

  test('answers with what was printed', async () => {
    expect(await run('prints', 'pwd; echo complaint >&2')).toEqual({ ok: true, printed: `${folder}\n` })
  })

  test('that fails says how, in words and in the own ones of the program', async () => {
    expect(await run('fails', 'echo moov atom not found >&2; exit 1')).toEqual({
      ok: false,
      again: false,
      reason: 'ffmpeg could not read it',
      said: 'moov atom not found',
    })
  })

  test.each([
    ['hears no SIGTERM', 'trap "" TERM; sleep MARK & touch started; wait'],
    ['leaves a child behind that hears none', '(trap "" TERM; sleep MARK) & touch started; wait'],
  ])('that takes too long and %s is killed with all that it started', async (name, body) => {
    await rm(path.join(folder, 'started'), { force: true })
    // No other process sleeps just so long.
    const mark = `60.${process.pid}${Date.now()}`
    const outcome = await run(name, body.replace('MARK', mark), 3_000)
    expect(outcome).toMatchObject({ ok: false, reason: 'reading it took too long' })
    expect(await readdir(folder)).toContain('started')
    await expect.poll(() => isRunning(mark)).toBe(false)
  })

  test('that prints without end is killed', async () => {
    expect(await run('endless', 'yes a line of some length', 60_000)).toMatchObject({
      ok: false,
      reason: 'it has too many pictures',
    })
  })

  test('stands behind everything else, and ends by itself if we do not end it', async () => {
    const outcome = await run('nice', 'ps -o ni= -p $$; echo "$@"', 10_000)
    // Behind these tests, which may stand behind others themselves.
    const niceness = Math.min(19, getPriority() + 10)
    expect(outcome).toMatchObject({
      ok: true,
      printed: expect.stringMatching(new RegExp(`^\\s*${niceness}\\n.*-timelimit 20 .*one\\n$`, 's')),
    })
  })

  test('that could not be kept apart is tried again after ten minutes, and no sooner', async () => {
    const bin = path.join(folder, 'bin')
    await mkdir(bin)
    const refused = path.join(bin, 'refused')
    const refuse = `#!/bin/sh\necho "Resource temporarily unavailable" >&2; echo >> "${refused}"; exit 1\n`
    await writeFile(path.join(bin, 'unshare'), refuse)
    await chmod(path.join(bin, 'unshare'), 0o755)
    const places = { ffmpegPath: await program('plain', 'echo done'), programPath: `${bin}:/usr/bin:/bin` }
    const clock = createFakeClock()
    const programs = new FfmpegPrograms(places, clock)
    const { signal } = new AbortController()
    const once = () => programs.run({ args: [], cwd: folder, inputs: [], deadlineMs: 20_000, signal })
    const asked = async () => (await readFile(refused, 'utf8')).length
    for (const times of [1, 1, 2]) {
      expect(await once()).toEqual({ ok: true, printed: 'done\n' })
      expect(await asked()).toBe(times)
      await clock.advance(6 * 60 * 1000)
    }
  })
})
