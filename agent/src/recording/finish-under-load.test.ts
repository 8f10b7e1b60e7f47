import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type EncodedVideo, encodeVideo, ffmpegForTests } from '#testing/encode-video.js'
import { recordsOf, writeJournal } from '#testing/journal-of.js'
import { RememberingObserver } from '#testing/remembering-observer.js'
import { sampleEvent } from '#testing/sample-records.js'
import { systemClock } from '../platform/clock.js'
import { createFfmpegRunner, type FfmpegRunner } from '../platform/ffmpeg/run-ffmpeg.js'
import { silentLogger } from '../platform/logger.js'
import { unwatchedRoom } from './disk-quota.js'
import { finishRecording } from './finish-recording.js'
import { RecordingFiles } from './recording-files.js'

const { eventId } = sampleEvent
let video: EncodedVideo
let runner: FfmpegRunner
let files: RecordingFiles
let dataDir: string

beforeAll(async () => {
  video = await encodeVideo({ seconds: 2, fps: 10, size: '160x120', bitrate: '100k' })
  runner = createFfmpegRunner({
    ffmpeg: await ffmpegForTests(),
    clock: systemClock,
    redact: (text) => text,
  })
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-finish-'))
  files = new RecordingFiles(dataDir)
  await files.prepare()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it.each([
  [0, 2, true],
  [16, 1, true],
  [64, 0, false],
])('behind %i jobs of ffmpeg %i look at a clip, and it is reported', async (waiting, looks, hasPicture) => {
  await writeJournal(files.journal(eventId), [
    ...recordsOf(video),
    { kind: 'ended', ending: { error: null } },
  ])
  const observer = new RememberingObserver()
  let ran = 0
  const ffmpeg: FfmpegRunner = {
    ...runner,
    waiting,
    run: (job, signal) => {
      ran += 1
      return runner.run(job, signal)
    },
  }
  const deps = {
    files,
    clock: systemClock,
    log: silentLogger,
    observer,
    ffmpeg,
    room: unwatchedRoom,
    service: { now: () => 0 },
  }
  await finishRecording(deps, eventId, null, new AbortController().signal)
  const { clip, error, snapshot } = observer.endOf(eventId)
  expect([ran, error, clip === null, snapshot !== null]).toEqual([looks, null, false, hasPicture])
})
