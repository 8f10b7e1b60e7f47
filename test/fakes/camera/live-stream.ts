import type { CodedPicture } from './picture/annex-b.js'
import type { Picture } from './picture/picture.js'
import { isMoving, type Timetable } from './timetable.js'

/** A frame at the moment it leaves the encoder. */
export interface LiveFrame {
  readonly number: number
  /** The counter in its pixels; with B-frames out of order. */
  readonly counter: number
  /** How many places later it is shown than it is sent. */
  readonly shift: number
  readonly moving: boolean
  readonly keyframe: boolean
  readonly nalUnits: readonly Buffer[]
  readonly picture: Picture
  /** Wall clock at which it was due, milliseconds since the epoch. */
  readonly dueAtMs: number
}

/**
 * How a new client comes in. A camera with nobody watching makes a keyframe at once (`forced-keyframe`,
 * otherwise the client waits for the next one), or begins with whatever frame comes (`mid-gop`), or so many seconds
 * behind a keyframe if nobody watched before.
 */
export type Join = 'forced-keyframe' | 'next-keyframe' | 'mid-gop' | { readonly behindKeyframeSec: number }

type Sink = (frame: LiveFrame) => void

/**
 * The camera's encoder: one running frame number, paced by the clock. Rest and movement change at
 * keyframes. While nobody watches no timer runs, and the number moves on with the clock all the same.
 */
export class LiveStream {
  #picture: Picture
  #nextPicture: Picture | null = null
  readonly #timetable: Timetable
  readonly #startedAt = performance.now()
  readonly #sinks = new Map<Sink, { started: boolean }>()
  readonly #join: Join
  #anchorAt = this.#startedAt
  #anchorNumber = 0
  #nextNumber = 0
  #moving = false
  #movesUntil = 0
  #timer: NodeJS.Timeout | null = null

  constructor(picture: Picture, timetable: Timetable, join: Join) {
    this.#picture = picture
    this.#timetable = timetable
    this.#join = join
  }

  get currentPicture(): Picture {
    return this.#nextPicture ?? this.#picture
  }

  /** The figure walks for that long from the next keyframe on, whatever the timetable says. */
  move(seconds: number): void {
    this.#movesUntil = performance.now() + seconds * 1000
  }

  isMovingNow(): boolean {
    const now = performance.now()
    return now < this.#movesUntil || isMoving(this.#timetable, now - this.#startedAt)
  }

  /**
   * The keyframe that the camera shows now, for a snapshot. Where pictures are refreshed bit by bit, those before it come
   * first: they show it from one recovery point on.
   */
  newestKeyframe(): { readonly picture: Picture; readonly pictures: readonly CodedPicture[] } {
    const { gopFrames, loopFrames, moving, resting, options } = this.#picture
    const passed = Math.max(0, Math.floor(((performance.now() - this.#anchorAt) * options.fps) / 1000))
    const number = Math.floor((this.#anchorNumber + passed) / gopFrames) * gopFrames
    const place = (number % loopFrames) + loopFrames
    const version = this.isMovingNow() ? moving : resting
    const leadIn = options.intraRefresh ? gopFrames : 0
    return { picture: this.#picture, pictures: [...version, ...version].slice(place - leadIn, place + 1) }
  }

  /** Takes effect at the next keyframe; frame rate and GOP must be those of the present picture. */
  changePicture(picture: Picture): void {
    this.#nextPicture = picture
  }

  /** Sends frames from a keyframe on (unless clients join mid-GOP) until the returned function is called. */
  watch(sink: Sink): () => void {
    const first = this.#sinks.size === 0
    this.#sinks.set(sink, { started: this.#joinsAnywhere() })
    if (first) this.#resume()
    return () => {
      this.#sinks.delete(sink)
      if (this.#sinks.size === 0) this.#pause()
    }
  }

  close(): void {
    this.#sinks.clear()
    this.#pause()
  }

  #joinsAnywhere(): boolean {
    return this.#join === 'mid-gop' || typeof this.#join === 'object'
  }

  #pause(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #resume(): void {
    const now = performance.now()
    const { fps } = this.#picture.options
    const passed = Math.ceil(((now - this.#anchorAt) * fps) / 1000)
    this.#nextNumber = Math.max(this.#nextNumber, this.#anchorNumber + passed)
    const behindSec = typeof this.#join === 'object' ? this.#join.behindKeyframeSec : 0
    if (this.#join === 'forced-keyframe' || behindSec > 0) {
      const gop = this.#picture.gopFrames
      this.#nextNumber = Math.ceil(this.#nextNumber / gop) * gop + Math.round(behindSec * fps)
      this.#anchorNumber = this.#nextNumber
      this.#anchorAt = now
    }
    this.#moving = this.isMovingNow()
    this.#schedule()
  }

  #dueAt(number: number): number {
    return this.#anchorAt + ((number - this.#anchorNumber) * 1000) / this.#picture.options.fps
  }

  #schedule(): void {
    const waitMs = Math.max(0, this.#dueAt(this.#nextNumber) - performance.now())
    this.#timer = setTimeout(() => this.#sendDueFrames(), waitMs)
  }

  #sendDueFrames(): void {
    // A late timer sends what it missed, so that no client ever lacks a frame.
    while (this.#sinks.size > 0 && this.#dueAt(this.#nextNumber) <= performance.now() + 1) {
      const frame = this.#makeFrame(this.#nextNumber++)
      for (const [sink, state] of this.#sinks) {
        state.started ||= frame.keyframe
        if (state.started) sink(frame)
      }
    }
    if (this.#sinks.size > 0) this.#schedule()
  }

  #makeFrame(number: number): LiveFrame {
    if (number % this.#picture.gopFrames === 0) {
      this.#moving = this.isMovingNow()
      this.#picture = this.#nextPicture ?? this.#picture
      this.#nextPicture = null
    }
    const place = number % this.#picture.loopFrames
    const coded = (this.#moving ? this.#picture.moving : this.#picture.resting)[place]
    if (coded === undefined) throw new Error(`the picture lacks frame ${place}`)
    const counter = place + coded.shift
    const dueAtMs = performance.timeOrigin + this.#dueAt(number)
    return { number, counter, moving: this.#moving, ...coded, picture: this.#picture, dueAtMs }
  }
}
