import type { Caller } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import { listCamerasInScope } from './alert-rule.repository.js'
import type { AlertRuleRow } from './alert-rule.table.js'

type ScopeOfRule = Pick<AlertRuleRow, 'scope_type' | 'site_ids' | 'camera_ids'>

/**
 * The rules that can fire for a site of the caller, and of what they name only what the caller may see. Who sees no
 * site sees no rule.
 */
export async function rulesInScope(
  db: Db,
  caller: Caller,
  rows: readonly AlertRuleRow[],
): Promise<AlertRuleRow[]> {
  const { siteIds } = caller
  if (siteIds === null) return [...rows]
  const named = rows.flatMap((row) => row.camera_ids)
  const cameraIds = await listCamerasInScope(db, caller, [...new Set(named)])
  return rows.flatMap((row) => asSeen(row, siteIds, cameraIds) ?? [])
}

/** The rule for who sees these sites and cameras; undefined if it concerns none of them. */
export function asSeen<Rule extends ScopeOfRule>(
  rule: Rule,
  siteIds: readonly string[],
  cameraIds: readonly string[],
): Rule | undefined {
  const seen = {
    ...rule,
    site_ids: rule.site_ids.filter((id) => siteIds.includes(id)),
    camera_ids: rule.camera_ids.filter((id) => cameraIds.includes(id)),
  }
  switch (rule.scope_type) {
    case 'all_cameras':
      return siteIds.length > 0 ? seen : undefined
    case 'site':
      return seen.site_ids.length > 0 ? seen : undefined
    case 'cameras':
      return seen.camera_ids.length > 0 ? seen : undefined
  }
}
