/** The texts of an address's query under these names; what is none is left out, as if it had not been there. */
export function textsIn<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = search[name]
    // The router reads numbers and the like out of a query.
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      texts[name] = String(value)
  }
  return texts
}
