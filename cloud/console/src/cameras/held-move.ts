import type { Moved, PtzDirection } from '../api/ptz.js'

export interface HeldMoveDeps {
  readonly move: (direction: PtzDirection) => Promise<Moved>
  readonly stop: (direction: PtzDirection) => Promise<Moved>
  /** Runs something again and again. @returns what ends that */
  readonly every: (run: () => void) => () => void
  /** How each request to move came out. */
  readonly told: (moved: Moved) => void
}

/**
 * Moves a camera for as long as something is held: in one direction at a time, asked for again and again. Requests go one after
 * the other, so that a stop never overtakes the move that it ends.
 */
export class HeldMove {
  readonly #deps: HeldMoveDeps
  #direction: PtzDirection | null = null
  #cancel = (): void => {}
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(deps: HeldMoveDeps) {
    this.#deps = deps
  }

  /** Something is pressed. What was held before ends. */
  begin(direction: PtzDirection): void {
    if (this.#direction === direction) return
    this.end()
    this.#direction = direction
    const ask = (): void =>
      this.#inTurn(async () => {
        // It was let go of before its turn came.
        if (this.#direction === direction) this.#deps.told(await this.#deps.move(direction))
      })
    ask()
    this.#cancel = this.#deps.every(() => this.#waiting === 0 && ask())
  }

  /** A short move, which ends by itself. */
  once(direction: PtzDirection): void {
    this.end()
    this.#inTurn(async () => this.#deps.told(await this.#deps.move(direction)))
  }

  /** It is let go of. */
  end(): void {
    const direction = this.#direction
    if (direction === null) return
    this.#direction = null
    this.#cancel()
    this.#inTurn(async () => void (await this.#deps.stop(direction)))
  }

  #inTurn(work: () => Promise<void>): void {
    this.#waiting += 1
    this.#last = this.#last.then(work).finally(() => {
      this.#waiting -= 1
    })
  }
}
