/**
 * Lets one probe at a time to each camera, in the order of asking: many small cameras restart when several
 * clients connect at once. A camera is its host and port, as they were written.
 */
export class ProbeTurns {
  /** The end of the last probe of each camera; none where no probe waits or runs. */
  readonly #last = new Map<string, Promise<void>>()

  /**
   * Does `probe` once everything asked before for this camera is over.
   * @throws the signal's reason if it aborts while waiting, and whatever `probe` throws
   */
  async take<T>(camera: string, probe: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#last.get(camera) ?? Promise.resolve()
    const turn = before.then(() => {
      signal.throwIfAborted()
      return probe()
    })
    // Who gave up waiting keeps its position until those before it are done, so none overtakes them.
    const over = turn.then(nothing, nothing)
    this.#last.set(camera, over)
    const forget = () => {
      if (this.#last.get(camera) === over) this.#last.delete(camera)
    }
    over.then(forget, forget)
    await firstOf(before, signal)
    signal.throwIfAborted()
    return turn
  }
}

function nothing(): void {}

/** Resolves when the wait is over or is given up. */
function firstOf(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end)
      resolve()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
    wait.then(end, end)
  })
}
