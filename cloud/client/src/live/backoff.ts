/** As long as a line is usually away, in which it is to be back within two seconds of its return. */
const soonMs = Array.from({ length: 12 }, () => 900)
/** Milliseconds before attempts in a row: quick while a line may be back any moment, then seldom. */
const waitsMs = [0, 300, 600, ...soonMs, 2000, 3000, 5000, 8000, 15_000]
/** How long an attempt may take: the first ones little, for a packet may just have been lost; then what a slow line needs. */
const limitsMs = [3000, 3000, 5000, 10_000] as const

/** Waits spread by a fifth, so that a thousand viewers do not come back at one moment. @param chance 0 to 1 */
export function waitBefore(attempt: number, chance: number): number {
  const wait = waitsMs[Math.min(attempt, waitsMs.length - 1)] ?? 0
  return wait * (0.8 + 0.4 * chance)
}

/** @returns milliseconds from the beginning of an attempt until it is given up */
export function limitOf(attempt: number): number {
  return limitsMs[Math.min(attempt, limitsMs.length - 1)] ?? 0
}
