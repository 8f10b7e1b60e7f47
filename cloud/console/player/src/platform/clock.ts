/** Time as the player sees it. Tests move one of their own. */
export interface Clock {
  /** Milliseconds from anywhere; never goes back. */
  now(): number
  /** Milliseconds since the epoch, by the machine in front of the viewer. */
  wall(): number
  /** Does `work` after that many milliseconds. @returns the way to call it off */
  after(ms: number, work: () => void): () => void
}

export const pageClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
