import type { MediaFrame } from '@sightline/client'
import { monotonicMs } from '../measure/monotonic.js'

/** How long after its begin a viewer had what, ms. */
export interface Opening {
  /** The first keyframe, whole. */
  readonly firstPictureMs: number
  /** The first frame that was no past. */
  readonly liveEdgeMs: number
}

/** What a viewer has received. */
export interface Received {
  /** Of each frame that was no past: from the packet at the agent until it was here. */
  readonly latenciesMs: readonly number[]
  readonly bytes: number
  /** How often frames were left out before one. */
  readonly gaps: number
  /** Why it does not get what it asked for now; null: it does. */
  readonly reason: string | null
}

/** Of each media frame on the wire. */
const headBytes = 32

/** What comes to a viewer, in figures. */
export class Reception {
  /** Resolves at the live edge. Rejects if the watching ends before that. */
  readonly opened: Promise<Opening>
  /** Why it does not get what it asked for now; null: it does. */
  reason: string | null = null
  readonly #beganAtMs = monotonicMs()
  #resolve: (opening: Opening) => void = () => undefined
  #reject: (problem: Error) => void = () => undefined
  #problem: Error | null = null
  #firstPictureMs: number | null = null
  #latenciesMs: number[] = []
  #bytes = 0
  #gaps = 0

  constructor() {
    this.opened = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // It is waited for by whoever opens it, or by nobody.
    this.opened.catch(() => undefined)
  }

  take({ data, discontinuity, keyframe, catchUp, capturedMs }: MediaFrame): void {
    const afterMs = monotonicMs() - this.#beganAtMs
    this.#bytes += headBytes + data.length
    if (discontinuity) this.#gaps += 1
    if (keyframe) this.#firstPictureMs ??= afterMs
    if (catchUp) return
    this.#latenciesMs.push(Date.now() - capturedMs)
    if (this.#firstPictureMs !== null)
      this.#resolve({ firstPictureMs: this.#firstPictureMs, liveEdgeMs: afterMs })
  }

  fail(problem: Error): void {
    this.#problem ??= problem
    this.#reject(problem)
  }

  /** What has come since this was asked for last. @throws Error if it watches no more */
  received(): Received {
    if (this.#problem !== null) throw this.#problem
    const [latenciesMs, bytes, gaps] = [this.#latenciesMs, this.#bytes, this.#gaps]
    this.#latenciesMs = []
    this.#bytes = 0
    this.#gaps = 0
    return { latenciesMs, bytes, gaps, reason: this.reason }
  }
}
