import { setImmediate as turn } from 'node:timers/promises'
import { type Clock, systemClock } from './clock.js'

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves both clocks, calling what falls due on the way in the order of its time. */
  advance(ms: number): Promise<void>
  /** Moves the wall clock alone, as a time service or a person does. */
  step(ms: number): void
  /** How many timers wait; zero proves that none was left behind. */
  readonly waiting: number
}

/** A clock that runs as the machine's does, for parts that speak with real sockets, and can be moved on. */
export interface MovableClock extends Clock {
  /** What is due by then is called at once. */
  move(ms: number): void
}

export function createMovableClock(): MovableClock {
  const timers = new Map<{ readonly dueMs: number; readonly task: () => void }, () => void>()
  let aheadMs = 0
  const monotonic = () => systemClock.monotonic() + aheadMs
  const after = (ms: number, task: () => void) => {
    const timer = { dueMs: monotonic() + ms, task }
    const run = () => {
      timers.delete(timer)
      task()
    }
    timers.set(timer, systemClock.after(ms, run))
    return () => {
      timers.get(timer)?.()
      timers.delete(timer)
    }
  }
  return {
    now: () => systemClock.now() + Math.round(aheadMs),
    monotonic,
    after,
    delay: (ms, options = {}) => delayed(after, ms, options.signal),
    move(ms) {
      aheadMs += ms
      const waiting = [...timers].toSorted(([one], [other]) => one.dueMs - other.dueMs)
      for (const [timer, cancel] of waiting) {
        // One that was called may have cancelled another.
        if (!timers.delete(timer)) continue
        cancel()
        const leftMs = timer.dueMs - monotonic()
        if (leftMs <= 0) timer.task()
        else
          timers.set(
            timer,
            systemClock.after(leftMs, () => void (timers.delete(timer) && timer.task())),
          )
      }
    },
  }
}

interface Timer {
  readonly dueMs: number
  readonly order: number
  readonly task: () => void
}

/** @param startMs wall clock at the start, ms since the epoch */
export function createFakeClock(startMs = Date.UTC(2026, 0, 15, 12)): FakeClock {
  const timers = new Set<Timer>()
  let elapsedMs = 0
  let wallOffsetMs = startMs
  let order = 0

  const after = (ms: number, task: () => void) => {
    const timer: Timer = { dueMs: elapsedMs + Math.max(ms, 1), order: order++, task }
    timers.add(timer)
    return () => void timers.delete(timer)
  }

  return {
    now: () => Math.floor(wallOffsetMs + elapsedMs),
    monotonic: () => elapsedMs,
    after,
    delay: (ms, options = {}) => delayed(after, ms, options.signal),
    step(ms) {
      wallOffsetMs += ms
    },
    async advance(ms) {
      const untilMs = elapsedMs + ms
      for (let timer = nextOf(timers, untilMs); timer; timer = nextOf(timers, untilMs)) {
        timers.delete(timer)
        elapsedMs = Math.max(elapsedMs, timer.dueMs)
        timer.task()
        // What a timer woke may set the next one.
        await turn()
      }
      elapsedMs = untilMs
      await turn()
    },
    get waiting() {
      return timers.size
    },
  }
}

function nextOf(timers: ReadonlySet<Timer>, untilMs: number): Timer | undefined {
  return [...timers]
    .filter((timer) => timer.dueMs <= untilMs)
    .toSorted((a, b) => a.dueMs - b.dueMs || a.order - b.order)[0]
}

function delayed(after: Clock['after'], ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () =>
      reject(
        Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
          name: 'AbortError',
        }),
      )
    if (signal?.aborted) {
      aborted()
      return
    }
    const onAbort = () => {
      cancel()
      aborted()
    }
    const cancel = after(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
