export interface SlicesDeps {
  /** Ms, from any moment on. */
  readonly now: () => number
  /** Runs it after the next picture of the page was painted, or soon where none is. */
  readonly soon: (work: () => void) => void
}

/** So long in one go, ms: a press that comes meanwhile is answered within the same picture still. */
const sliceMs = 6

/** Does many small works one after the other, a few for each picture of the page: whoever presses something is not kept waiting. */
export class Slices {
  readonly #deps: SlicesDeps
  readonly #waiting = new Set<() => void>()
  #isPlanned = false

  constructor(deps: SlicesDeps) {
    this.#deps = deps
  }

  /** @returns leaves it out, if it has not begun */
  add(work: () => void): () => void {
    // Each is a work of its own, though two be alike.
    const one = (): void => work()
    this.#waiting.add(one)
    this.#plan()
    return () => void this.#waiting.delete(one)
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.size === 0) return
    this.#isPlanned = true
    this.#deps.soon(() => {
      this.#isPlanned = false
      this.#slice()
      this.#plan()
    })
  }

  #slice(): void {
    const endMs = this.#deps.now() + sliceMs
    for (const work of this.#waiting) {
      this.#waiting.delete(work)
      try {
        work()
      } finally {
        // One that breaks takes no other with it.
        this.#plan()
      }
      if (this.#deps.now() >= endMs) return
    }
  }
}

/** Those of this page. A tab that nobody sees paints nothing: there a timer goes on. */
export const pageSlices = new Slices({
  now: () => performance.now(),
  soon: (work) => {
    if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(work))
    else setTimeout(work, 100)
  },
})
