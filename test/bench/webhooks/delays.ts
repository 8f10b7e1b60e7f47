import { until } from '../../harness/until.js'
import { percentile } from '../measure/statistics.js'
import type { Committed } from './gateways.js'
import type { Receiver, Reception } from './receiver.js'

/** How long deliveries took from COMMIT to the receiver, milliseconds. */
export interface Delays {
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Waits until each event has come to the receiver. @throws Error if one does not within half a minute */
export async function delaysOf(receiver: Receiver, committed: readonly Committed[]): Promise<Delays> {
  const received = new Map<string, number>()
  const note = ({ eventId, atMs }: Reception) =>
    received.set(eventId, Math.min(atMs, received.get(eventId) ?? Number.POSITIVE_INFINITY))
  const missing = () => committed.filter(({ eventId }) => !received.has(eventId)).length
  await until(
    `all of ${committed.length} events come to the receiver`,
    async () => {
      for (const one of await receiver.receptions()) note(one)
      return missing() === 0
    },
    30_000,
  )
  const delays = committed.map(({ eventId, atMs }) => (received.get(eventId) ?? Number.NaN) - atMs)
  return { p50Ms: percentile(delays, 50), p99Ms: percentile(delays, 99) }
}
