import { z } from 'zod'

/** Which events go on from each other: the same cause, cut by the longest clip or by a break of the stream. */
export { type EarlierEvent, listChain, listEarlier } from './continuation.repository.js'

const Continues = z.object({ continues: z.uuid() })

/** The event from which one goes on, as its `raw_data` says it; null if it names none. Whether there is such a one is not known. */
export function continuedEventOf(rawData: Readonly<Record<string, unknown>>): string | null {
  const said = Continues.safeParse(rawData)
  return said.success ? said.data.continues.toLowerCase() : null
}
