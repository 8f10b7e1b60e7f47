/** What the keys of a process are to those that sealed what is stored. */
export type KeyFit =
  | { readonly kind: 'fits' }
  /** Nothing that is stored opens, by these keys. */
  | { readonly kind: 'wrong'; readonly needed: readonly string[] }
  /** Some of it does not open, or nothing, which the operator knows of. */
  | { readonly kind: 'partly'; readonly needed: readonly string[] }

/**
 * Whether a service may start. One that could open nothing, and would seal with yet another key, is refused; one that opens something
 * is on its way from one key to another, or has lost one long ago.
 * @param sealing ids of the keys that sealed what is stored
 * @param lost ids of keys that the operator has given up
 */
export function fitOf(
  sealing: readonly string[],
  { held, lost }: { held: readonly string[]; lost: readonly string[] },
): KeyFit {
  const needed = sealing.filter((id) => !held.includes(id))
  if (needed.length === 0) return { kind: 'fits' }
  const isKnownOf = needed.length < sealing.length || needed.every((id) => lost.includes(id))
  return { kind: isKnownOf ? 'partly' : 'wrong', needed }
}
