import type { Clock } from '@sightline/client/live'
import type { Snapshot } from '../decode/snapshot.js'
import { snapshotOf } from '../decode/snapshot-of.js'
import { isClipThere } from './clip-there.js'
import { FrameStep } from './frame-step.js'

/** Why a clip cannot be played: it does not come, or what comes is nothing that this browser plays. */
export type Trouble = 'line' | 'clip'

/** A clip, and where it is begun with. */
export interface RecordedClip {
  /** Signed. */
  readonly address: string
  /** Where in it playing begins. */
  readonly startSec: number
  /** When its first picture was recorded, ms since the epoch; null where the page does not say. */
  readonly recordedMs: number | null
}

/** A service that does not answer is waited for no longer, ms. */
const mostAnswerMs = 10_000

export interface RecordedDeps {
  readonly mount: (view: HTMLVideoElement) => void
  readonly changed: () => void
  /** It was played to its end. */
  readonly ended: () => void
  readonly clock: Clock
}

/** A clip: played, sought, and looked at frame by frame. */
export class RecordedView {
  readonly video = document.createElement('video')
  readonly #deps: RecordedDeps
  readonly #step: FrameStep
  readonly #recordedMs: number | null
  readonly #lifetime = new AbortController()
  #startSec: number | null
  #isThere: boolean | null = null

  constructor({ address, startSec, recordedMs }: RecordedClip, deps: RecordedDeps) {
    this.#deps = deps
    this.#startSec = startSec
    this.#recordedMs = recordedMs
    this.#step = new FrameStep(this.video, deps.clock)
    this.video.playsInline = true
    this.video.muted = true
    this.video.preload = 'auto'
    // Without it no page may take a picture of a clip that lies elsewhere; one that refuses it is played all the same.
    this.video.crossOrigin = 'anonymous'
    this.#listen(address)
    this.video.src = address
    deps.mount(this.video)
  }

  /** Seconds. */
  get position(): number {
    return this.video.currentTime
  }

  /** Seconds; 0 while it is not known. */
  get duration(): number {
    return Number.isFinite(this.video.duration) ? this.video.duration : 0
  }

  get isPlaying(): boolean {
    return !this.video.paused && !this.video.ended
  }

  /** Null where it can be played. */
  get trouble(): Trouble | null {
    const { error } = this.video
    if (!error) return null
    return error.code === error.MEDIA_ERR_NETWORK ? 'line' : 'clip'
  }

  /** Of a clip that cannot be played: whether it is to be had; null while nobody knows. */
  get isThere(): boolean | null {
    return this.#isThere
  }

  /** When its first picture was recorded, ms since the epoch; null where nobody knows. */
  get recordedMs(): number | null {
    return this.#recordedMs
  }

  play(): void {
    if (this.video.ended) this.video.currentTime = 0
    this.video.play().catch(() => undefined)
  }

  stop(): void {
    this.video.pause()
  }

  /** Before the clip is known it begins there. */
  seek(seconds: number): void {
    if (this.duration === 0) this.#startSec = Math.max(0, seconds)
    else this.video.currentTime = Math.min(Math.max(0, seconds), this.duration)
    this.#deps.changed()
  }

  speed(times: number): void {
    this.video.playbackRate = times
    this.video.defaultPlaybackRate = times
    this.#deps.changed()
  }

  /** @param frames forwards, or back if negative */
  step(frames: number): void {
    this.stop()
    this.#step.by(frames)
  }

  turnSound(on: boolean): void {
    this.video.muted = !on
  }

  async snapshot(): Promise<Snapshot | null> {
    const placeSec = this.#step.shownAt ?? this.position
    const capturedMs = this.#recordedMs === null ? null : this.#recordedMs + Math.round(placeSec * 1000)
    const picture = await snapshotOf(this.video)
    return picture && { picture, capturedMs, placeSec }
  }

  close(): void {
    this.#lifetime.abort()
    this.#step.close()
    this.video.pause()
    this.video.removeAttribute('src')
    this.video.load()
  }

  #listen(address: string): void {
    this.video.addEventListener('ended', () => this.#deps.ended())
    const events = ['play', 'pause', 'ended', 'timeupdate', 'seeked', 'ratechange', 'waiting', 'playing']
    for (const name of events) this.video.addEventListener(name, () => this.#deps.changed())
    this.video.addEventListener('loadedmetadata', () => {
      if (this.#startSec) this.video.currentTime = this.#startSec
      this.#startSec = null
      this.#deps.changed()
    })
    this.video.addEventListener('error', () => {
      if (this.video.crossOrigin === null) return this.#failed(address)
      this.video.crossOrigin = null
      this.video.src = address
    })
  }

  #failed(address: string): void {
    this.#deps.changed()
    if (this.trouble !== 'clip') return
    const cancelLate = this.#deps.clock.after(mostAnswerMs, () => this.#lifetime.abort())
    void isClipThere(address, this.#lifetime.signal).then((isThere) => {
      cancelLate()
      this.#isThere = isThere
      this.#deps.changed()
    })
  }
}
