import type { CameraSet } from '@sightline/protocol'
import type { GrayDecoder } from '../motion/gray-decoder.js'
import type { Motion } from '../motion/motion.js'
import { MotionDetector, type MotionDetectorOptions } from '../motion/motion-detector.js'
import type { MotionHealth } from '../motion/motion-health.js'
import { zoneMask } from '../motion/zones.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import type { FailedStream, StreamConnection } from '../streams/stream-connection.js'
import type { StreamEndpoint } from '../streams/stream-endpoint.js'
import type { StreamPool } from '../streams/stream-pool.js'
import { SecondStream } from './second-stream.js'
import type { SecondStreamPolicy } from './second-stream-policy.js'

/** What watches one stream for movement. */
type StartWatch = (options: MotionDetectorOptions) => Pick<MotionDetector, 'configure' | 'stop' | 'health'>

export interface DetectionDeps {
  readonly clock: Clock
  readonly log: Logger
  /** Null where there is no ffmpeg: nothing can be seen then, and health says so. */
  readonly decoder: GrayDecoder | null
  readonly startWatch?: StartWatch
}

interface DetectionOptions {
  readonly cameraId: string
  readonly streams: StreamPool
  /** The stream that is recorded: it serves where there is no other. */
  readonly recorded: StreamConnection
  readonly settings: CameraSet
  readonly policy: SecondStreamPolicy
  onMotion(motion: Motion): void
  onQuiet(): void
  /** The check for the begin of a movement is late by so much, ms; 0: it is over. */
  onLate(lateMs: number): void
  /** An attempt to receive its own stream failed. */
  onFailed(failed: FailedStream): void
  /** Another stream is watched, or the health changed. */
  onChange(): void
}

/**
 * Detects movement in a stream of its own where the settings want one, else in the recorded one; also while its own
 * is not to be had. Whatever becomes of its own stream, the recorded one is left alone.
 */
export class Detection {
  readonly #options: DetectionOptions
  readonly #deps: DetectionDeps
  /** What becomes of the stream of its own. */
  readonly second: SecondStream
  #settings: CameraSet
  #isBlind: boolean
  #watched: StreamConnection | null = null
  #watch: ReturnType<StartWatch> | null = null
  #lastMotionAtMs: number | null = null
  #isStopped = false

  constructor(options: DetectionOptions, deps: DetectionDeps) {
    this.#options = options
    this.#deps = deps
    this.#settings = options.settings
    this.#isBlind = leavesNothing(options.settings)
    this.second = new SecondStream({
      ...deps,
      ...options,
      onAvailability: () => this.#choose(),
      onStatus: () => options.onChange(),
      onFailed: (failed) => options.onFailed(failed),
    })
  }

  /** The stream that is watched; null before `use`. */
  get watched(): StreamConnection | null {
    return this.#watched
  }

  get health(): MotionHealth | null {
    return this.#watch?.health() ?? null
  }

  get lastMotionAtMs(): number | null {
    return this.#lastMotionAtMs
  }

  /** The zones leave nothing of the picture: nothing is received or decoded for it then. */
  get isBlind(): boolean {
    return this.#isBlind
  }

  /** Begins, or goes on with another stream. @param own null: the recorded stream serves */
  use(own: StreamEndpoint | null): void {
    this.second.use(this.#isBlind ? null : own)
    this.#choose()
  }

  /** Takes other settings; `use` follows. */
  configure(settings: CameraSet): void {
    this.#settings = settings
    this.#isBlind = leavesNothing(settings)
    this.#watch?.configure(motionSettings(settings))
  }

  /** The account of the recorded stream was refused: another try here would be one more wrong one. `use` follows. */
  accountRefused(): void {
    this.second.release()
    this.#choose()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unwatch()
    await this.second.stop()
  }

  /** Its own stream as soon as it flows, and for as long. */
  #choose(): void {
    if (this.#isStopped) return
    if (this.#isBlind) {
      this.#unwatch()
      return
    }
    const chosen = this.second.flowing ?? this.#options.recorded
    if (chosen === this.#watched) return
    this.#unwatch()
    const options = this.#options
    const { cameraId } = options
    const { clock, log, decoder, startWatch = (watch) => new MotionDetector(watch) } = this.#deps
    this.#watched = chosen
    this.#watch = startWatch({
      cameraId,
      source: chosen.source,
      settings: motionSettings(this.#settings),
      clock,
      log,
      decoder,
      onMotion: (motion) => {
        this.#lastMotionAtMs = motion.atMs
        options.onMotion(motion)
      },
      onQuiet: () => options.onQuiet(),
      onLate: (lateMs) => options.onLate(lateMs),
      onHealth: () => options.onChange(),
    })
  }

  #unwatch(): void {
    if (!this.#watch) return
    this.#watch.stop()
    // A movement that lasts is seen again in the other stream.
    this.#options.onQuiet()
    this.#options.onLate(0)
    this.#watch = null
    this.#watched = null
  }
}

function leavesNothing({ motion_zones: zones }: CameraSet): boolean {
  return !zoneMask(zones).includes(1)
}

function motionSettings({ motion_sensitivity: sensitivity, motion_zones: zones }: CameraSet) {
  return { sensitivity, zones }
}
