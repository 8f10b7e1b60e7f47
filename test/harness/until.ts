import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 40

/**
 * Looks again and again until `look` gives something, and gives that. Waits for a state, never for a time:
 * the limit is only there so that a broken test ends with a sentence.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  limitMs = 90_000,
): Promise<T> {
  const giveUpAt = performance.now() + limitMs
  let lastError: unknown
  while (performance.now() < giveUpAt) {
    try {
      const seen = await look()
      if (seen !== null && seen !== undefined && seen !== false) return seen
    } catch (error) {
      lastError = error
    }
    await sleep(pollMs)
  }
  throw new Error(`never came about within ${limitMs / 1000} s: ${what}`, { cause: lastError })
}
