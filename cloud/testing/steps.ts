import { type Profiler, Session } from 'node:inspector'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** What was counted of the turns of the event loop while some work went on. */
export interface Steps<T> {
  readonly done: T
  /** The most between two turns. */
  readonly most: number
  /** The longest turn, milliseconds: no more than passed, and no more than this process took of the processor. */
  readonly longestMs: number
  readonly turns: number
}

/** What turns took together before they are counted, milliseconds: counting takes several itself. */
const worthCountingMs = 5

/**
 * Counts the steps of this process as V8 does for coverage: how often each function and each block within one was run,
 * each time round a loop too. They are the same on every machine, however busy. What V8 does by itself, such as parsing
 * JSON, is one step whatever it takes. Functions that were compiled before it started have no blocks: start it early, in
 * a process that has run little.
 */
export class StepCounter implements Disposable {
  readonly #session = new Session()

  constructor() {
    this.#session.connect()
    this.#session.post('Profiler.enable')
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /**
   * The most steps that some work does without letting others have their turn. Short turns are counted together with the
   * next long one, so it tells a little more than that, and never less.
   */
  async during<T>(work: () => Promise<T>): Promise<Steps<T>> {
    const state = { isDone: false }
    this.#take()
    const working = nextTurn()
      .then(work)
      .finally(() => {
        state.isDone = true
      })
    let [most, longestMs, turns, uncountedMs] = [0, 0, 0, 0]
    while (!state.isDone) {
      const [at, used] = [performance.now(), process.cpuUsage()]
      await nextTurn()
      const { user, system } = process.cpuUsage(used)
      const turnMs = Math.min(performance.now() - at, (user + system) / 1000)
      longestMs = Math.max(longestMs, turnMs)
      turns += 1
      uncountedMs += turnMs
      if (uncountedMs < worthCountingMs && !state.isDone) continue
      most = Math.max(most, this.#take())
      uncountedMs = 0
    }
    return { done: await working, most, longestMs, turns }
  }

  /** How many since it was last asked. */
  #take(): number {
    let steps = 0
    // It answers before `post` returns.
    this.#session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error
      steps = sumOf(taken)
    })
    return steps
  }

  [Symbol.dispose](): void {
    this.#session.post('Profiler.stopPreciseCoverage')
    this.#session.post('Profiler.disable')
    this.#session.disconnect()
  }
}

function sumOf({ result }: Profiler.TakePreciseCoverageReturnType): number {
  let sum = 0
  for (const { functions } of result)
    for (const { ranges } of functions) for (const { count } of ranges) sum += count
  return sum
}
