import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EncodedVideo, encodeVideo, ffmpegForTests } from '#testing/encode-video.js'
import { openRecordings } from '#testing/open-recordings.js'
import { RememberingObserver } from '#testing/remembering-observer.js'
import { ScriptedSource } from '#testing/scripted-source.js'
import { createFakeClock, type FakeClock } from '../platform/clock.fake.js'
import type { Ffmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import { systemRandom } from '../platform/random.js'
import type { Recorder, Trigger } from './recorder.js'
import type { RecordedClip } from './recording-observer.js'
import type { Recordings, RecordingsOptions } from './recordings.js'

export const settings = { preSec: 2, postSec: 1, durationSec: 5 }
export const cameraId = '0198c0de-0000-7000-8000-0000000000ca'

/** What a file of tests needs once: a stream, and the ffmpeg that finishes its clips. */
export interface RecordedStream {
  readonly video: EncodedVideo
  readonly ffmpeg: Ffmpeg
}

/** Key frames every 1.2 s, so that they fall on no second by chance. */
export async function encodeStream(): Promise<RecordedStream> {
  const video = await encodeVideo({ seconds: 6, fps: 10, gop: 12, size: '160x120', bitrate: '100k' })
  return { video, ffmpeg: await ffmpegForTests() }
}

/** The recordings of one camera, whose stream and time go on by hand. */
export class RecordingScene {
  readonly video: EncodedVideo
  readonly ffmpeg: Ffmpeg
  readonly dataDir: string
  readonly clock: FakeClock = createFakeClock()
  source: ScriptedSource
  readonly observer = new RememberingObserver()
  #opened: { readonly recordings: Recordings; readonly recorder: Recorder } | null = null

  private constructor({ video, ffmpeg }: RecordedStream, dataDir: string) {
    this.video = video
    this.ffmpeg = ffmpeg
    this.dataDir = dataDir
    this.source = new ScriptedSource(this.clock, video)
  }

  static async begin(stream: RecordedStream): Promise<RecordingScene> {
    const scene = new RecordingScene(stream, await mkdtemp(join(tmpdir(), 'agent-recordings-')))
    await scene.open({})
    return scene
  }

  get recordings(): Recordings {
    return this.#now.recordings
  }

  get recorder(): Recorder {
    return this.#now.recorder
  }

  get #now() {
    if (!this.#opened) throw new Error('the recordings are not open')
    return this.#opened
  }

  /** Ends everything, and looks that nothing is left. */
  async end(): Promise<void> {
    this.observer.failure = null
    await this.recordings.stop(30_000)
    const left = this.source.listeners + this.clock.waiting
    if (left > 0) throw new Error(`${left} still listen to the stream, or wait`)
    await rm(this.dataDir, { recursive: true, force: true })
  }

  async open(options: Partial<RecordingsOptions>): Promise<void> {
    const { dataDir, clock, observer, ffmpeg } = this
    const recordings = await openRecordings({ dataDir, clock, observer, ffmpeg, ...options })
    this.#opened = { recordings, recorder: recordings.forCamera(cameraId, this.source, settings) }
  }

  triggerOf(change: Partial<Trigger> = {}): Trigger {
    return {
      eventId: systemRandom.timeId(),
      category: 'motion',
      topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
      source: 'onvif',
      rawSource: 'onvif',
      rawData: { IsMotion: true },
      triggeredAtMs: this.clock.now(),
      ...change,
    }
  }

  /** Lets time pass, with every picture at its time. */
  async play(ms: number): Promise<void> {
    const frameMs = 1000 / this.video.fps
    for (let left = ms; left > 0; left -= frameMs) {
      await this.clock.advance(Math.min(frameMs, left))
      this.source.showDue()
    }
  }

  clipOf(eventId: string): RecordedClip {
    const { clip, error } = this.observer.endOf(eventId)
    if (clip === null) throw new Error(`no clip: ${error}`)
    return clip
  }

  /** The frames that were sent between the first and the last of a clip. */
  sentBetween(clip: RecordedClip): number {
    return this.source.sent.filter((packet) => {
      const atMs = packet.run.startedAtMs + packet.ptsUs / 1000
      return atMs >= clip.startAtMs - 0.01 && atMs < clip.endAtMs - 0.01
    }).length
  }

  /** A trigger after seven seconds of stream, and everything until its clip is there. */
  async recordOne(change: Partial<Trigger> = {}): Promise<Trigger> {
    this.source.start()
    await this.play(7000)
    const trigger = this.triggerOf(change)
    await this.recorder.trigger(trigger)
    await this.play(7000)
    await this.recordings.settled()
    return trigger
  }
}
