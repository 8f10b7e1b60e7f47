/**
 * Lets one probe at a time to each camera, in the order of asking: many small cameras restart when several
 * clients connect at once. A camera is its host, as it was written.
 */
export class ProbeTurns {
  /** The end of the last probe of each host; none where nobody waits or looks. */
  readonly #last = new Map<string, Promise<void>>()

  /**
   * Does `probe` once everything asked before for this host is over.
   * @throws the signal's reason if it aborts while waiting, and whatever `probe` throws
   */
  async take<T>(host: string, probe: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#last.get(host) ?? Promise.resolve()
    const turn = before.then(() => {
      signal.throwIfAborted()
      return probe()
    })
    // Who gave up waiting keeps its place until those before it are done, so nobody overtakes them.
    const over = turn.then(nothing, nothing)
    this.#last.set(host, over)
    void over.then(() => {
      if (this.#last.get(host) === over) this.#last.delete(host)
    })
    await firstOf(before, signal)
    signal.throwIfAborted()
    return turn
  }
}

function nothing(): void {}

/** Resolves when the wait is over or nobody waits any more. */
function firstOf(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end)
      resolve()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
    void wait.then(end)
  })
}
