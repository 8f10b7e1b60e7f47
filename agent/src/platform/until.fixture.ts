import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Looks again and again until `holds`, for what tells nobody when it comes true. Waits for a state, never for a time:
 * the limit is there so that a broken test ends with a sentence. The time of a fake clock stands still meanwhile.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  { everyMs = 5, limitMs = 30_000 } = {},
): Promise<void> {
  const giveUpAt = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`waited in vain: ${String(holds)}`)
    await sleep(everyMs)
  }
}
