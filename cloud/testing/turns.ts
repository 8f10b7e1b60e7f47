import { setImmediate as nextTurn } from 'node:timers/promises'

/** What was measured of the turns of the event loop while some work went on. */
export interface Turns<T> {
  readonly done: T
  /** The longest turn, milliseconds. */
  readonly longestMs: number
  readonly turns: number
}

/**
 * The longest turn of the event loop during some work. A turn took no longer than the clock says, which also counts what
 * other programs took of the processor, and no longer than the processor time of this process, which also counts its
 * other threads: the lesser of both is told, so that a busy machine makes it no longer.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<Turns<T>> {
  const state = { isDone: false }
  const working = nextTurn()
    .then(work)
    .finally(() => {
      state.isDone = true
    })
  let longestMs = 0
  let turns = 0
  while (!state.isDone) {
    const [at, used] = [performance.now(), process.cpuUsage()]
    await nextTurn()
    const { user, system } = process.cpuUsage(used)
    longestMs = Math.max(longestMs, Math.min(performance.now() - at, (user + system) / 1000))
    turns += 1
  }
  return { done: await working, longestMs, turns }
}
