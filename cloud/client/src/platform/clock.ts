/** Time for what waits for more than one thing at once, and calls off what it waited for. Tests move one of their own. */
export interface Clock {
  /** Milliseconds from anywhere; never goes back. */
  now(): number
  /** Milliseconds since the epoch, by this machine. */
  wall(): number
  /** Does `work` after that many milliseconds. @returns the way to call it off */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
