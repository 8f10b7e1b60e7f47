/** The beginning of the keys of questions; null: every question. */
export type Questions = readonly (readonly string[])[] | null

export interface ReadAgainDeps {
  readonly clock: {
    /** Ms, from any moment on, that never go back. */
    readonly now: () => number
    /** @returns ends it */
    readonly after: (ms: number, work: () => void) => () => void
  }
  /** Whether somebody can see the tab. */
  readonly isSeen: () => boolean
  /** Those that are shown and begin so; null: all that are shown. What is not shown is read when it is. */
  readonly shown: (key: readonly string[] | null) => readonly ShownQuestion[]
}

/** A question whose answer is shown. */
export interface ShownQuestion {
  /** The same for the same question. */
  readonly name: string
  readonly isAsked: () => boolean
  readonly ask: () => void
}

/** What one cause changes is told by several notices: they are waited for, ms. */
const gatherMs = 50
/** Between two times of reading, ms: after a rest, and while notices keep coming. */
const [leastGapMs, mostGapMs] = [1_000, 4_000]
/** More questions than this are all of them. */
const mostQuestions = 200

/**
 * Has what notices make old read again: at once after a rest, and seldom while they keep coming, so that a thousand notices a
 * minute are some fifteen times of reading. What is being read is not read a second time until it is there: an answer may be
 * from before the change. A tab that nobody sees reads nothing, and all of it once it is seen.
 */
export class ReadAgain {
  readonly #deps: ReadAgainDeps
  /** What was noticed since the last reading, by the beginning of keys. */
  readonly #waiting = new Map<string, readonly string[]>()
  /** What was being asked then: its answer may be from before the change. */
  readonly #late = new Map<string, ShownQuestion>()
  #isEverything = false
  #cancel: (() => void) | null = null
  #gapMs = leastGapMs
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: ReadAgainDeps) {
    this.#deps = deps
  }

  noticed(questions: Questions): void {
    if (questions === null) this.#isEverything = true
    else for (const key of questions) this.#waiting.set(key.join('\n'), key)
    if (this.#waiting.size > mostQuestions) this.#isEverything = true
    if (this.#isEverything) this.#waiting.clear()
    this.#plan()
  }

  /** The tab is seen again, or not any more. */
  seen(): void {
    this.#plan()
  }

  close(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#waiting.clear()
    this.#late.clear()
    this.#isEverything = false
  }

  get #hasMore(): boolean {
    return this.#isEverything || this.#waiting.size > 0 || this.#late.size > 0
  }

  #plan(): void {
    if (this.#cancel || !this.#deps.isSeen() || !this.#hasMore) return
    const { now, after } = this.#deps.clock
    const dueMs = this.#readAtMs + this.#gapMs - now()
    this.#cancel = after(Math.max(gatherMs, dueMs), () => {
      this.#cancel = null
      if (this.#deps.isSeen()) this.#read()
      this.#plan()
    })
  }

  #read(): void {
    const nowMs = this.#deps.clock.now()
    const isRested = nowMs - this.#readAtMs > 2 * this.#gapMs
    this.#gapMs = isRested ? leastGapMs : Math.min(mostGapMs, 2 * this.#gapMs)
    this.#readAtMs = nowMs
    for (const key of this.#isEverything ? [null] : this.#waiting.values())
      for (const question of this.#deps.shown(key)) this.#late.set(question.name, question)
    this.#isEverything = false
    this.#waiting.clear()
    // All are looked at before any is asked: of two for the same thing, one would be in the way of the other.
    for (const [name, { ask }] of [...this.#late].filter(([, { isAsked }]) => !isAsked())) {
      this.#late.delete(name)
      ask()
    }
  }
}
