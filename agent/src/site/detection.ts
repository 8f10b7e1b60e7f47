import type { CameraFault, CameraSet } from '@sightline/protocol'
import type { Camera } from '../cameras/camera.js'
import type { CameraStatus } from '../cameras/camera-status.js'
import type { StreamEndpoint } from '../cameras/receive-stream.js'
import type { HeldStream, StreamHolder } from '../cameras/stream-holder.js'
import type { GrayDecoder } from '../motion/gray-decoder.js'
import {
  type Motion,
  type MotionHealth,
  MotionWatch,
  type MotionWatchOptions,
} from '../motion/motion-watch.js'
import { zoneMask } from '../motion/zones.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import type { Disturbance } from './disturbance.js'

/** What watches one stream for movement. */
export type StartWatch = (options: MotionWatchOptions) => Pick<MotionWatch, 'configure' | 'stop' | 'health'>

export interface DetectionDeps {
  readonly clock: Clock
  readonly log: Logger
  /** Null where there is no ffmpeg: nothing can be seen then, and health says so. */
  readonly decoder: GrayDecoder | null
  readonly startWatch?: StartWatch
}

export interface DetectionOptions {
  readonly cameraId: string
  readonly streams: StreamHolder
  /** The stream that is recorded: it serves where there is no other. */
  readonly recorded: Camera
  readonly settings: CameraSet
  /** Outlasts this detection: what was learnt of the camera stays true. */
  readonly disturbance: Disturbance
  onMotion(motion: Motion): void
  onQuiet(): void
  /** Another stream is looked at, or the health changed. */
  onChange(): void
}

/** Pictures of the moment before a movement, seconds: a look at it begins there. */
const lookBackSec = 2

/** Why a stream of its own is not used for detection. */
export type OwnStreamTrouble =
  | { readonly kind: 'failed'; readonly fault: CameraFault | null }
  /** The camera drops the recorded stream for it. */
  | { readonly kind: 'disturbs' }

/**
 * Looks for movement in a stream of its own where the settings want one, else in the recorded one; also while its own
 * is not to be had. Whatever becomes of its own stream, the recorded one is left alone.
 */
export class Detection {
  readonly #options: DetectionOptions
  readonly #deps: DetectionDeps
  #settings: CameraSet
  #isBlind: boolean
  #endpoint: StreamEndpoint | null = null
  #own: HeldStream | null = null
  #watched: Camera | null = null
  #watch: ReturnType<StartWatch> | null = null
  #lastMotionAtMs: number | null = null
  #cancelRest: () => void = () => undefined
  #isStopped = false

  constructor(options: DetectionOptions, deps: DetectionDeps) {
    this.#options = options
    this.#deps = deps
    this.#settings = options.settings
    this.#isBlind = leavesNothing(options.settings)
  }

  /** The stream that is looked at; null before `use`. */
  get watched(): Camera | null {
    return this.#watched
  }

  get health(): MotionHealth | null {
    return this.#watch?.health() ?? null
  }

  get lastMotionAtMs(): number | null {
    return this.#lastMotionAtMs
  }

  /** Null while all is as wanted. */
  get trouble(): OwnStreamTrouble | null {
    if (this.#endpoint === null) return null
    if (this.#options.disturbance.rests) return { kind: 'disturbs' }
    const status = this.#own?.camera.status()
    if (!status || status.state === 'online' || status.state === 'connecting') return null
    return { kind: 'failed', fault: status.fault }
  }

  /** The status of the stream of its own; null where none is wanted or it rests. */
  get ownStatus(): CameraStatus | null {
    return this.#own?.camera.status() ?? null
  }

  /** Begins, or goes on with another stream. @param own null: the recorded stream serves */
  use(own: StreamEndpoint | null): void {
    const wanted = this.#isBlind ? null : own
    if (this.#endpoint !== wanted) {
      void this.#letGo()
      this.#endpoint = wanted
    }
    this.#connect()
    this.#choose()
  }

  /** Takes other settings; `use` follows. */
  configure(settings: CameraSet): void {
    this.#settings = settings
    this.#isBlind = leavesNothing(settings)
    this.#watch?.configure(motionSettings(settings))
  }

  /** The zones leave nothing of the picture: nothing is received or decoded for it then. */
  get isBlind(): boolean {
    return this.#isBlind
  }

  /** The recorded stream was lost. */
  recordedLost(): void {
    this.#options.disturbance.lost()
    if (this.#options.disturbance.rests) void this.#yield()
  }

  /**
   * The recorded stream was refused, for the camera serves no further client. Gives up the place of the other stream.
   * @returns whether there was one
   */
  async recordedRefused(): Promise<boolean> {
    if (!this.#own) return false
    this.#options.disturbance.refused()
    await this.#yield()
    return true
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unwatch()
    await this.#letGo()
  }

  #connect(): void {
    if (this.#isStopped || this.#endpoint === null || this.#own || this.#options.disturbance.rests) return
    this.#own = this.#options.streams.take(this.#endpoint, {
      use: 'detection',
      preEventSec: lookBackSec,
      onStatus: ({ state }) => {
        if (state === 'online') this.#options.disturbance.opened()
        this.#choose()
        this.#options.onChange()
      },
    })
  }

  /** Its own stream rests, so that the recorded one has its place. */
  async #yield(): Promise<void> {
    if (!this.#own) return
    const { cameraId, disturbance } = this.#options
    this.#deps.log.warn({ cameraId, restMs: disturbance.restMs }, 'detection.disturbs_recording')
    const letGo = this.#letGo()
    this.#choose()
    this.#cancelRest = this.#deps.clock.after(disturbance.restMs, () => {
      this.#connect()
      this.#choose()
    })
    await letGo
  }

  async #letGo(): Promise<void> {
    this.#cancelRest()
    const own = this.#own
    this.#own = null
    await own?.release()
  }

  /** Its own stream as soon as it flows, and for as long. */
  #choose(): void {
    if (this.#isStopped) return
    if (this.#isBlind) {
      this.#unwatch()
      return
    }
    const own = this.#own?.camera
    const chosen = own?.status().state === 'online' ? own : this.#options.recorded
    if (chosen === this.#watched) return
    this.#unwatch()
    const options = this.#options
    const { cameraId } = options
    const { clock, log, decoder, startWatch = (watch) => new MotionWatch(watch) } = this.#deps
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
      onHealth: () => options.onChange(),
    })
  }

  #unwatch(): void {
    if (!this.#watch) return
    this.#watch.stop()
    // A movement that lasts is seen again in the other stream.
    this.#options.onQuiet()
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
