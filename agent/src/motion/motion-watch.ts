import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import type { PacketSource } from '../stream/packet.js'
import type { GrayDecoder } from './gray-decoder.js'
import type { MotionSettings } from './motion-settings.js'

/** A movement, as it begins and again while it lasts. */
export interface Motion {
  /** Wall clock at which the picture that shows it was presented, ms since the epoch. */
  readonly atMs: number
  /** How clear it is, 0 to 1. */
  readonly score: number
  /** Where: left, top, width and height as parts of the picture, 0 to 1. */
  readonly area: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
}

/** Whether motion can be seen at all. */
export interface MotionHealth {
  /**
   * `waiting`: no packets flow. `learning`: the first seconds of a stream. `watching`: all is well.
   * `degraded`: pictures cannot be decoded; `message` says why and what to do.
   */
  readonly state: 'waiting' | 'learning' | 'watching' | 'degraded'
  readonly message: string | null
  /** Wall clock of the last picture that was compared, ms since the epoch, or null. */
  readonly lastLookAtMs: number | null
}

export interface MotionWatchOptions {
  readonly cameraId: string
  /** The detection stream. Its ring must reach two seconds back, so that a look shows how it began. */
  readonly source: PacketSource
  readonly settings: MotionSettings
  readonly clock: Clock
  readonly log: Logger
  /** Null where there is no ffmpeg: then nothing is reported, and health says so. */
  readonly decoder: GrayDecoder | null
  /** A movement began, or lasts: at most every five seconds. Must not throw. */
  onMotion(motion: Motion): void
  /** The movement is over; `atMs` is the wall clock of the last picture that showed it. Must not throw. */
  onQuiet(atMs: number): void
  /** Called when it changes. Must not throw. */
  onHealth?(health: MotionHealth): void
}

/** Watches one stream for movement, from its construction until `stop`. */
export class MotionWatch {
  private readonly unsubscribe: () => void
  private settings: MotionSettings

  constructor(options: MotionWatchOptions) {
    this.settings = options.settings
    this.unsubscribe = options.source.subscribe({ packet: () => undefined, runEnded: () => undefined })
  }

  /** Takes other settings from the next picture on; a movement in progress goes on. */
  configure(settings: MotionSettings): void {
    this.settings = settings
  }

  /** Ends it; nothing is called any more. Idempotent. */
  stop(): void {
    this.unsubscribe()
  }

  health(): MotionHealth {
    return { state: 'waiting', message: null, lastLookAtMs: null }
  }
}
