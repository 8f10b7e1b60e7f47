import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.js'
import { until } from '../until.fixture.js'
import { clipSnapshotJob, decodeCheckJob, inputOptions, liveSnapshotJob } from './ffmpeg-job.js'
import { type Ffmpeg, findFfmpeg } from './find-ffmpeg.js'
import { createFfmpegRunner } from './run-ffmpeg.js'

let folder: string
let ffmpeg: Ffmpeg

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent run-ffmpeg '))
  const { found } = await findFfmpeg(null, systemClock)
  if (found === null) throw new Error('these tests need ffmpeg')
  ffmpeg = found
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const runner = (redact = (text: string) => text) => createFfmpegRunner({ ffmpeg, clock: systemClock, redact })

/** A program in place of ffmpeg that writes its arguments to a file and does as `body` says. */
async function double(name: string, body: string) {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\nfor a in "$@"; do echo "$a" >> "${path}.args"; done\n${body}\n`)
  await chmod(path, 0o755)
  const fake: Ffmpeg = { path, version: '0', from: 'setting' }
  return {
    runner: createFfmpegRunner({
      ffmpeg: fake,
      clock: systemClock,
      redact: (text) => text.replaceAll('hunter22', '***'),
    }),
    args: async () => (await readFile(`${path}.args`, 'utf8')).trimEnd().split('\n'),
  }
}

/** Processes of a group that still run; those of others that are over wait for init to take note. */
async function livingIn(group: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')))
  // Behind the name in brackets: state, parent, group.
  const fields = stats.map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
  return ids.filter((_id, index) => fields[index]?.[2] === group && fields[index]?.[0] !== 'Z')
}

describe('the command line', () => {
  it('names demuxer and protocols for each input and passes paths with spaces whole', async () => {
    const { runner: fake, args } = await double('args', 'exit 0')
    const clip = join(folder, 'a clip -x.mp4')
    await fake.run(clipSnapshotJob(clip, 5, join(folder, 'out put.jpg')))
    const line = await args()
    expect(line).toContain(`file:${clip}`)
    expect(line).toContain(`file:${join(folder, 'out put.jpg')}`)
    const input = line.indexOf('-i')
    expect(line.slice(0, input)).toEqual(
      expect.arrayContaining(['-nostdin', '-protocol_whitelist', 'file,pipe', '-max_pixels']),
    )
    expect(line.slice(input - 2, input)).toEqual(['-f', 'mov'])
  })

  it('asks ffmpeg for nothing but the job itself', async () => {
    const { runner: fake, args } = await double('once', 'echo run >> "$0.runs"; exit 0')
    await fake.run(decodeCheckJob('/x.mp4', [{ fromSec: 0, seconds: 1 }]))
    expect(await args()).not.toContain('-encoders')
  })

  it.each(['h264', 'h265'] as const)('reads a bare %s stream from the pipe only', (codec) => {
    const options = inputOptions({ kind: 'stream', codec, bytes: Readable.from([]) })
    expect(options).toEqual(expect.arrayContaining(['-f', codec === 'h264' ? 'h264' : 'hevc']))
  })
})

describe('outcomes', () => {
  it('tells a failing run, with what it said and without secrets', async () => {
    const { runner: fake } = await double('fail', 'echo "cannot open rtsp://a:hunter22@x" >&2; exit 8')
    expect(await fake.run(decodeCheckJob('/x.mp4', [{ fromSec: 0, seconds: 1 }]))).toMatchObject({
      ok: false,
      reason: 'ffmpeg ended with code 8',
      said: 'cannot open rtsp://a:***@x',
    })
  })

  it.concurrent.each([
    ['ignores SIGTERM', 'trap "" TERM; while :; do sleep 0.1; done'],
    ['is stopped and so hears no signal but the last (SIGSTOP)', 'kill -STOP $$; sleep 60'],
    ['leaves a child behind that ignores SIGTERM', '(trap "" TERM; sleep 60) & wait'],
  ])('ends one that %s, and reaps it', async (name, body) => {
    const path = `hang ${name.split(' ', 1)[0]}`
    const { runner: fake } = await double(path, `echo $$ > "$0.pid"; ${body}`)
    // Behind everything else, and says who it is before it is ended also where the machine is busy.
    const job = { ...decodeCheckJob('/x.mp4', [{ fromSec: 0, seconds: 1 }]), deadlineMs: 3_000 }
    expect(await fake.run(job)).toMatchObject({
      ok: false,
      reason: 'ffmpeg was ended after 3 s',
      judged: false,
    })
    const group = (await readFile(join(folder, `${path}.pid`), 'utf8')).trim()
    expect(() => process.kill(Number(group), 0)).toThrow(/ESRCH/)
    // What was killed goes when the system comes to it.
    await until(async () => (await livingIn(group)).length === 0)
  })

  it('survives an ffmpeg that is not there', async () => {
    const gone = createFfmpegRunner({
      ffmpeg: { path: join(folder, 'gone'), version: '0', from: 'setting' },
      clock: systemClock,
      redact: (text) => text,
    })
    const outcome = await gone.run(decodeCheckJob('/x.mp4', [{ fromSec: 0, seconds: 1 }]))
    expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining('could not be started') })
  })

  it('does not start a job that was given up while it waited', async () => {
    const { runner: fake, args } = await double('queue', 'sleep 0.2')
    const controller = new AbortController()
    const first = fake.run(decodeCheckJob('/first.mp4', [{ fromSec: 0, seconds: 1 }]))
    const second = fake.run(decodeCheckJob('/second.mp4', [{ fromSec: 0, seconds: 1 }]), controller.signal)
    controller.abort()
    expect(await first).toMatchObject({ ok: true })
    expect(await second).toMatchObject({ ok: false, reason: 'the agent is stopping' })
    expect(await args()).not.toContain('file:/second.mp4')
  })

  it('runs one at a time', async () => {
    const { runner: fake } = await double('turns', 'mkdir "$0.lock" || exit 9; sleep 0.1; rmdir "$0.lock"')
    const job = decodeCheckJob('/x.mp4', [{ fromSec: 0, seconds: 1 }])
    const outcomes = await Promise.all([fake.run(job), fake.run(job), fake.run(job)])
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true])
  })
})

it('says what is wrong with a file that is no clip', async () => {
  const path = join(folder, 'no clip.mp4')
  await writeFile(path, 'no clip')
  const outcome = await runner().run(decodeCheckJob(path, [{ fromSec: 0, seconds: 1 }]))
  expect(outcome.ok).toBe(false)
  expect(outcome.said).not.toBe('')
})

it('a stream that ends early is a failure, not a crash', async () => {
  const out = join(folder, 'live.jpg')
  const outcome = await runner().run(
    liveSnapshotJob('h264', Readable.from([Buffer.alloc(100)]), {
      pictures: 1,
      maxWidth: 640,
      outputPath: out,
    }),
  )
  expect(outcome.ok).toBe(false)
})
