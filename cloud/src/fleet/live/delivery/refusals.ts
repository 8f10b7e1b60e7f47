/** What is refused for want of something that others have now is asked for again after so long, ms. */
const passingMs = 60_000

/** The streams and forms of one camera that its gateway cannot give, for a subscription; see `sourceName`. */
export class Refusals {
  /** Monotonic ms from which each may be asked for again; infinite for what lasts. */
  readonly #untilMs = new Map<string, number>()
  readonly #now: () => number

  /** @param now monotonic ms */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @param passes it may be had in a while */
  add(name: string, { passes }: { passes: boolean }): void {
    this.#untilMs.set(name, passes ? this.#now() + passingMs : Number.POSITIVE_INFINITY)
  }

  has(name: string): boolean {
    return this.#untilMs.has(name)
  }

  /** Forgets what may be asked for again. @returns whether there was any */
  forgetPassed(): boolean {
    const nowMs = this.#now()
    const passed = [...this.#untilMs].filter(([, untilMs]) => untilMs <= nowMs)
    for (const [name] of passed) this.#untilMs.delete(name)
    return passed.length > 0
  }
}
