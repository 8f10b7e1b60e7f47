import type { Line } from './live/live-subscription.js'
import type { MediaFrame } from './live/media-frame.js'
import type { Ended, Format } from './live/server-message.js'
import type { JudgedState } from './live/slow-side.js'

/** What comes to whoever watches a camera. */
export type WatchStep =
  /** What the frames behind it are. The first of them is a keyframe, and continues nothing that came before. */
  | { readonly type: 'format'; readonly format: Format }
  | { readonly type: 'frame'; readonly frame: MediaFrame }
  /** How the picture stands, in the words of the service, and whether this program did not keep up. */
  | { readonly type: 'state'; readonly state: JudgedState }
  /** How the line to the service stands; where it is lost it is opened again. */
  | { readonly type: 'line'; readonly line: Line }
  /** The service has no picture now, and is asked again after that time. */
  | { readonly type: 'ended'; readonly ended: Ended; readonly retryInMs: number }

/** A step, with which of the beginnings its frame belongs to; 0 for what is no frame. */
interface Waiting {
  readonly step: WatchStep
  readonly generation: number
}

/** Steps that came and were not taken yet. */
export class WatchSteps {
  #waiting: Waiting[] = []
  /** Of the newest frame. */
  #generation = 0
  /** Why nothing more comes once what waits is taken. */
  #over: { readonly failure: Error | null } | null = null
  #wake: () => void = () => {}

  get size(): number {
    return this.#waiting.length
  }

  add(step: Exclude<WatchStep, { type: 'frame' }>): void {
    // Of what is said about the line and the picture only the newest counts.
    if (step.type !== 'format') this.#keep(({ type }) => type !== step.type)
    this.#push({ step, generation: 0 })
  }

  /**
   * The service holds its frames back from who does not take them. But each beginning may leave some: those of an earlier one go,
   * with what they were.
   */
  addFrame(frame: MediaFrame, generation: number): void {
    if (generation !== this.#generation) {
      this.#generation = generation
      const format = this.#waiting.findLast(({ step }) => step.type === 'format')?.step
      this.#keep((step) => step === format || (step.type !== 'frame' && step.type !== 'format'))
    }
    this.#push({ step: { type: 'frame', frame }, generation })
  }

  /** Nothing more comes. @param failure thrown once what waits is taken; null: what waits is dropped */
  end(failure: Error | null): void {
    if (failure === null) this.#waiting = []
    this.#over ??= { failure }
    this.#wake()
  }

  /** The next one, as soon as there is one; null once all is over. @throws what ended it */
  async next(): Promise<Waiting | null> {
    for (;;) {
      const first = this.#waiting.shift()
      if (first) return first
      if (this.#over?.failure) throw this.#over.failure
      if (this.#over) return null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #keep(isKept: (step: WatchStep) => boolean): void {
    this.#waiting = this.#waiting.filter(({ step }) => isKept(step))
  }

  #push(waiting: Waiting): void {
    if (this.#over) return
    this.#waiting.push(waiting)
    this.#wake()
  }
}
