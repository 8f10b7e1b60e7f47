/** What the bench has started and not ended yet, newest last. */
const running = new Set<AsyncDisposable>()

/** Remembers something that must not outlive the bench, also where that is stopped half-way. */
export function keep<T extends AsyncDisposable>(started: T): T {
  running.add(started)
  return started
}

/** Forgets what has ended. */
export function ended(gone: AsyncDisposable): void {
  running.delete(gone)
}

/** Ends all that still runs, the newest first. */
export async function endAll(): Promise<void> {
  for (const one of [...running].toReversed()) {
    running.delete(one)
    await one[Symbol.asyncDispose]()
  }
}
