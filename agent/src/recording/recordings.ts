import type { Clock } from '../platform/clock.js'
import type { Ffmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import { createFfmpegRunner } from '../platform/ffmpeg/run-ffmpeg.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import type { Packet, PacketSource } from '../stream/packet.js'
import { type DiskSpace, unwatchedRoom } from './disk-quota.js'
import type { ClipFinding } from './finish-clip.js'
import { Finishing } from './finishing.js'
import { type LiveSnapshot, snapshotFromGop } from './live-snapshot.js'
import { RecentAnswers } from './recent-answers.js'
import { Recorder, type RecorderState } from './recorder.js'
import { RecordingFiles } from './recording-files.js'
import type { RecordingObserver } from './recording-observer.js'
import type { RecordingSettings } from './recording-plan.js'
import { recoverRecordings } from './recover-recordings.js'

export interface RecordingsOptions {
  /** The agent's data folder; recordings lie in a folder of their own in it. */
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Logger
  readonly random: Random
  readonly observer: RecordingObserver
  /** Null if there is none: clips are made all the same, without snapshot and decode check. */
  readonly ffmpeg: Ffmpeg | null
  /** Masks secrets in what ffmpeg says. */
  readonly redact: (text: string) => string
  /** The longest clip, seconds. */
  readonly longestSec?: number
  /** What is known of the disk; by default nothing. */
  readonly room?: DiskSpace
  /** The time that the data folder has been in service, ms; by default that of this process. */
  readonly service?: { now(): number }
  /** Every manual trigger is an event and a recording of its own, as in direct mode. */
  readonly eachTriggerAlone?: boolean
}

const defaultLongestSec = 300
/** In service time. */
const keepUnusableMs = 14 * 24 * 3_600_000

/** All recordings of an agent. */
export class Recordings implements AsyncDisposable {
  readonly #options: RecordingsOptions
  readonly #files: RecordingFiles
  readonly #answers = new RecentAnswers()
  readonly #finishing: Finishing
  readonly #recorders = new Set<Recorder>()
  readonly #stopping = new AbortController()
  /** What an earlier process left was tried once. */
  #recovered: Promise<void> = Promise.resolve()
  /** Beside the one that finishes clips: a person waits for a live picture. */
  readonly #liveFfmpeg

  private constructor(options: RecordingsOptions, files: RecordingFiles) {
    const { ffmpeg, clock, redact, random, log, observer, room = unwatchedRoom } = options
    const service = options.service ?? { now: () => clock.monotonic() }
    this.#options = options
    this.#files = files
    const runner = () => (ffmpeg === null ? null : createFfmpegRunner({ ffmpeg, clock, redact }))
    this.#liveFfmpeg = runner()
    const deps = { files, clock, log, observer, ffmpeg: runner(), room, service }
    this.#finishing = new Finishing(deps, random)
  }

  /**
   * Opens the folder of recordings and begins to finish what an earlier process left there, in the
   * background. To be called once a process for a data folder.
   */
  static async open(options: RecordingsOptions): Promise<Recordings> {
    const files = new RecordingFiles(options.dataDir)
    await files.prepare()
    const recordings = new Recordings(options, files)
    const oldestMs = (options.service?.now() ?? 0) - keepUnusableMs
    const { eventIds, tried } = await recoverRecordings(recordings.#recovery, oldestMs)
    recordings.#recovered = tried
    if (eventIds.length > 0) options.log.info({ eventIds }, 'recording.recovering')
    return recordings
  }

  get #recovery() {
    const { log, clock, service = { now: () => clock.monotonic() } } = this.#options
    const { signal } = this.#stopping
    return { files: this.#files, finishing: this.#finishing, answers: this.#answers, log, service, signal }
  }

  /** The recorder of a camera; the caller disposes of it when the camera goes or is set up anew. */
  forCamera(cameraId: string, source: PacketSource, settings: RecordingSettings): Recorder {
    const {
      clock,
      log,
      random,
      observer,
      longestSec = defaultLongestSec,
      eachTriggerAlone = false,
      room = unwatchedRoom,
    } = this.#options
    const recorder: Recorder = new Recorder({
      cameraId,
      source,
      settings,
      mostMs: longestSec * 1000,
      eachTriggerAlone,
      clock,
      log,
      random,
      observer,
      files: this.#files,
      answers: this.#answers,
      finishing: this.#finishing,
      room,
      onStop: () => this.#recorders.delete(recorder),
    })
    this.#recorders.add(recorder)
    return recorder
  }

  /** What the recorder of each camera is doing. */
  states(): Record<string, RecorderState> {
    return Object.fromEntries([...this.#recorders].map((recorder) => [recorder.cameraId, recorder.state]))
  }

  /** A picture of the newest packets that a source keeps when its turn comes. Never rejects for want of one. */
  async snapshotFromGop(
    gop: () => readonly Packet[],
    options: { readonly maxWidth: number; readonly signal?: AbortSignal },
  ): Promise<ClipFinding<LiveSnapshot>> {
    if (this.#liveFfmpeg === null) return { kind: 'unavailable', reason: 'the gateway has no ffmpeg' }
    const temporary = this.#files.temporary(this.#files.snapshot(this.#options.random.id()))
    return snapshotFromGop(this.#liveFfmpeg, gop, { ...options, temporary })
  }

  /** Events that are over and whose clip could not be made so far, the oldest first. */
  unfinished(): readonly string[] {
    return this.#finishing.failing()
  }

  /** Gives up the clip of an event that `unfinished` names; the event itself is reported with `reason`. */
  async giveUp(eventId: string, reason: string): Promise<void> {
    await this.#finishing.giveUp(eventId, reason)
  }

  /** Resolves once every event that is over has its clip. */
  async settled(): Promise<void> {
    const over = [...this.#recorders].filter(({ state }) => state !== 'recording')
    await Promise.all(over.map((recorder) => recorder.settled()))
    await this.#recovered
    await this.#finishing.settled()
  }

  /**
   * Ends all recordings with what they hold, and finishes what it can within `withinMs`; the rest is finished
   * at the next start.
   */
  async stop(withinMs: number): Promise<void> {
    await Promise.all([...this.#recorders].map((recorder) => recorder.stop()))
    this.#stopping.abort()
    await this.#finishing.stop(withinMs)
    await this.#recovered
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop(5000)
  }
}
