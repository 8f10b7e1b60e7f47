import type { Tx } from '../platform/database/handles.js'
import { searchAsTyped, searchFew } from '../platform/text/full-text.repository.js'
import type { EventFilter } from './event-conditions.repository.js'

/**
 * Searches for words as a person typed them; what follows in the transaction sees the words of matching events only.
 * @returns the filter that holds for those; null if nothing can match
 */
export async function withWords(
  tx: Tx,
  orgId: string,
  filter: EventFilter,
  words: string,
): Promise<EventFilter | null> {
  const query = await searchAsTyped(tx, words)
  if (query === null) return null
  const few = await searchFew(tx, orgId, query)
  return few === null ? { ...filter, words } : { ...filter, words, among: few }
}
