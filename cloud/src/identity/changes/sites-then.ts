/** What somebody's sites were, by what changed of them first since then. */
export interface SitesThen {
  /** Null: all. */
  readonly siteIds: readonly string[] | null
  /** More is seen now than then. */
  readonly hasGained: boolean
}

/**
 * Works back from today's sites. Of each site the first change says what was before it.
 * @param changes the first change of each site; null names all sites, by a role that sees them all
 */
export function sitesThen(
  today: readonly string[] | null,
  changes: readonly { readonly site_id: string | null; readonly gained: boolean }[],
): SitesThen {
  const role = changes.find(({ site_id: siteId }) => siteId === null)
  const sawAll = role ? !role.gained : today === null
  if (sawAll) return { siteIds: null, hasGained: false }
  const sites = new Set(today ?? [])
  for (const { site_id: siteId, gained } of changes) {
    if (siteId === null) continue
    if (gained) sites.delete(siteId)
    else sites.add(siteId)
  }
  const hasGained = today === null || today.some((siteId) => !sites.has(siteId))
  return { siteIds: [...sites], hasGained }
}
