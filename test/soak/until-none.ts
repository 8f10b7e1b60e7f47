import { setTimeout as sleep } from 'node:timers/promises'

interface Patience {
  /** For how long nothing may become less, ms. */
  readonly idleMs: number
  readonly everyMs?: number
}

/**
 * Waits until nothing is left of what `count` counts, for as long as it becomes less: how long that takes says how quick the
 * machine is, and that it stands still is a fault.
 * @throws Error that says how many are left
 */
export async function untilNone(
  what: string,
  count: () => Promise<number>,
  { idleMs, everyMs = 1000 }: Patience,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let sinceMs = performance.now()
  for (let left = await count(); left > 0; left = await count()) {
    if (left < least) {
      least = left
      sinceMs = performance.now()
    }
    if (performance.now() - sinceMs > idleMs)
      throw new Error(`no less than ${least} within ${idleMs / 1000} s: ${what}`)
    await sleep(everyMs)
  }
}
