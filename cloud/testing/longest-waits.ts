/** What statements took that were done again and again while some work went on. */
export interface Waits<T> {
  readonly done: T
  /** The longest of each, milliseconds, in the order in which they were given. */
  readonly longestMs: readonly number[]
  /** How many there were in all. */
  readonly statements: number
}

/** Does each statement again and again, all of them at once, until the work is done. */
export async function longestWaits<T>(
  others: readonly (() => Promise<unknown>)[],
  work: () => Promise<T>,
): Promise<Waits<T>> {
  const state = { isDone: false }
  let statements = 0
  const longestOf = async (statement: () => Promise<unknown>) => {
    let longest = 0
    while (!state.isDone) {
      const at = performance.now()
      await statement()
      longest = Math.max(longest, performance.now() - at)
      statements += 1
    }
    return longest
  }
  const working = work().finally(() => {
    state.isDone = true
  })
  const [done, ...longestMs] = await Promise.all([working, ...others.map(longestOf)])
  return { done, longestMs, statements }
}
