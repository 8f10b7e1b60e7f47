import { roles } from '@sightline/protocol'
import { z } from 'zod'
import type { SignInGroupRow } from './single-sign-on.repository.js'

/** What somebody's groups give. */
export interface GrantedAccess {
  readonly role: 'viewer' | 'operator' | 'admin'
  /** Of a viewer; empty for other roles, which see all. */
  readonly siteIds: readonly string[]
}

/**
 * The highest role of the groups, and a viewer's sites of all of them. null: none gives a role, or those that do give a
 * viewer no site that is still there.
 */
export function grantedBy(
  ofPerson: readonly string[],
  groups: readonly SignInGroupRow[],
): GrantedAccess | null {
  const theirs = groups.filter(({ name }) => ofPerson.includes(name))
  const highest = theirs.toSorted((a, b) => roles.indexOf(b.role) - roles.indexOf(a.role))[0]
  if (!highest) return null
  if (highest.role !== 'viewer') return { role: highest.role, siteIds: [] }
  const siteIds = [...new Set(theirs.flatMap(({ site_ids: ids }) => ids))].toSorted()
  return siteIds.length === 0 ? null : { role: 'viewer', siteIds }
}

/** Groups of one person that are read at most: some issuers list every one of a company. */
const mostGroups = 5_000

/** A claim of groups: a list of names, or one. What is neither names none. */
export const GroupsClaim = z.unknown().transform((claim) =>
  [claim]
    .flat()
    .filter((one): one is string => typeof one === 'string')
    .slice(0, mostGroups),
)
