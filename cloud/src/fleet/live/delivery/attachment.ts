import type { LiveFormat } from '@sightline/protocol'
import type { TakenFrame } from '../frames/taken-frame.js'
import type { Condition } from '../upstreams/condition.js'
import type { Needs } from '../upstreams/media-socket.js'
import type { Tap, Upstream } from '../upstreams/upstream.js'
import type { Choice } from './choose-stream.js'

/** What a subscription hears of its upstream. */
export interface AttachmentEvents {
  /** A picture can begin now: what the frames are, and the newest GOP. */
  ready(format: LiveFormat, frames: readonly TakenFrame[], isWhole: boolean): void
  frame(frame: TakenFrame): void
  condition(condition: Condition): void
}

/** One subscription at one upstream: waits until a picture can begin there, then hands on what comes. */
export class Attachment implements Tap {
  readonly #upstream: Upstream
  #choice: Choice
  #audio: boolean
  readonly #events: AttachmentEvents
  /** The format was handed on, and frames follow. */
  #isReady = false

  constructor(upstream: Upstream, sent: { choice: Choice; audio: boolean }, events: AttachmentEvents) {
    this.#upstream = upstream
    this.#choice = sent.choice
    this.#audio = sent.audio
    this.#events = events
  }

  get choice(): Choice {
    return this.#choice
  }

  get needs(): Needs {
    return { mode: this.choice.mode, audio: this.#audio && this.choice.mode === 'full' }
  }

  get lastCondition(): Condition {
    return this.#upstream.condition
  }

  /** What the frames are that it hands on; null before the first. */
  get sentFormat(): LiveFormat | null {
    return this.#isReady ? this.#upstream.newestFormat : null
  }

  /** The newest GOP as far as it is handed on; empty where that is not whole. */
  get newest(): readonly TakenFrame[] {
    const { frames, isWhole } = this.#upstream.memory
    if (!this.#isReady) return []
    return this.choice.mode === 'keys' ? frames.slice(0, 1) : isWhole ? frames : []
  }

  begin(): void {
    this.#upstream.attach(this)
    this.#begin(this.#upstream.memory)
    this.#events.condition(this.#upstream.condition)
  }

  /** Takes what differs only in what is left out of the same frames. */
  adjust(choice: Choice, audio: boolean): void {
    this.#choice = choice
    this.#audio = audio
    this.#upstream.needsChanged()
  }

  end(): void {
    this.#upstream.detach(this)
  }

  format(): void {
    // The first keyframe of it begins the picture anew.
    this.#isReady = false
  }

  frame(frame: TakenFrame): void {
    if (!this.#isReady) {
      if (!frame.isKeyframe) return
      // It is not of the past: what lies in the memory is this frame alone.
      this.#begin({ frames: [], isWhole: true })
    }
    const { mode, audio } = this.needs
    const isWanted = frame.isPicture ? mode === 'full' || frame.isKeyframe : audio
    if (isWanted) this.#events.frame(frame)
  }

  condition(condition: Condition): void {
    this.#events.condition(condition)
  }

  #begin({ frames, isWhole }: Upstream['memory']): void {
    const { newestFormat: format, memory } = this.#upstream
    if (!format || memory.frames.length === 0) return
    this.#isReady = true
    const isKeys = this.choice.mode === 'keys'
    if (!isWhole && !isKeys) this.#upstream.askKeyframe()
    this.#events.ready(format, isKeys ? frames.slice(0, 1) : frames, isKeys || isWhole)
  }
}
