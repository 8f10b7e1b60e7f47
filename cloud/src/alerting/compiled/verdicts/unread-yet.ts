/**
 * While nodes are replaced one by one, a newer one may store a predicate that an older one cannot read. The event waits for another node
 * then, a few minutes in all, before it is in doubt. What was stored long before it no other node reads either.
 */
const waiting = { ms: 30_000, tries: 8, forVersionsOfMs: 60 * 60 * 1000 }

/** How long an event waits for a node that reads the version, milliseconds. */
export const unreadWaitMs = waiting.ms

/** @param attempt how often the event was looked at, this time included */
export function waitsForOtherNode(
  version: { readonly created_at: Date },
  { attempt, at }: { readonly attempt: number; readonly at: Date },
): boolean {
  return attempt < waiting.tries && at.getTime() - version.created_at.getTime() < waiting.forVersionsOfMs
}
