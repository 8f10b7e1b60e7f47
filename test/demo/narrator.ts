/** Tells a person at the terminal what happens, with the time since the beginning. */
export class Narrator {
  readonly #write: (line: string) => void
  readonly #startedAt = performance.now()

  constructor(write: (line: string) => void = (line) => void process.stdout.write(`${line}\n`)) {
    this.#write = write
  }

  /** Seconds since the beginning. */
  get elapsedSec(): number {
    return (performance.now() - this.#startedAt) / 1000
  }

  /** One step that is done, and what there is to say about it. */
  step(what: string, ...details: readonly string[]): void {
    this.#write(`${this.elapsedSec.toFixed(1).padStart(6)} s  ${what}`)
    for (const detail of details) this.#write(`           ${detail}`)
  }

  /** A line between the steps. */
  say(text = ''): void {
    this.#write(text)
  }
}
