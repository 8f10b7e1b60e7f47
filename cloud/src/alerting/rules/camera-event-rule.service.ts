import { type Caller, outsideScope } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import { invalid, missing } from '../../platform/errors.js'
import {
  countNamed,
  findRule,
  listRules,
  listRulesById,
  lockRule,
  saveRule,
} from './alert-rule.repository.js'
import type { AlertRuleRow } from './alert-rule.table.js'
import { rulesInScope } from './rules-in-scope.js'

/** Those of the rules that are not deleted, by their ids. */
export async function findRulesById(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, AlertRuleRow>> {
  return new Map((await listRulesById(db, orgId, ids)).map((rule) => [rule.id, rule]))
}

/** The rules about events that the caller may see, as they are stored, newest first. */
export async function listRulesInScope(db: Db, caller: Caller): Promise<AlertRuleRow[]> {
  const rows = (await listRules(db, caller.orgId)).filter((row) => row.rule_kind === 'camera_event')
  const seen = new Set((await rulesInScope(db, caller, rows)).map(({ id }) => id))
  return rows.filter(({ id }) => seen.has(id))
}

/** The rule, if the caller may see it. @throws AppError missing; forbidden if it concerns none of the caller's sites */
export async function requireRuleInScope(db: Db, caller: Caller, id: string): Promise<AlertRuleRow> {
  const row = await findRule(db, caller.orgId, id)
  if (!row) throw missing('alert rule')
  const [seen] = await rulesInScope(db, caller, [row])
  if (!seen) throw outsideScope(caller, 'alert rule')
  return row
}

/**
 * The rule, held until the transaction ends, so that of two who change its versions one waits for the other.
 * @throws AppError missing; invalid for a rule of the system
 */
export async function lockCameraEventRule(tx: Tx, orgId: string, id: string): Promise<AlertRuleRow> {
  const row = await lockRule(tx, orgId, id)
  if (!row) throw missing('alert rule')
  requireCameraEvent(row)
  return row
}

/** @throws AppError invalid for a rule of the system: there is no event to evaluate */
export function requireCameraEvent(rule: Pick<AlertRuleRow, 'rule_kind'>): void {
  if (rule.rule_kind === 'system_event')
    throw invalid('a system_event rule tells of outages: only camera_event rules have compiled versions')
}

/** Makes a compiled version the active one: the rule no longer fires at once. Null: none is, and it does. */
export function setActiveVersion(
  tx: Tx,
  orgId: string,
  ruleId: string,
  versionId: string | null,
): Promise<AlertRuleRow> {
  return saveRule(tx, orgId, ruleId, { compiled_version_id: versionId })
}

/** @throws AppError missing for a camera or site that is none of the organisation's */
export async function requireCamerasAndSites(
  db: Db,
  orgId: string,
  { cameras, sites }: { readonly cameras: readonly string[]; readonly sites: readonly string[] },
): Promise<void> {
  if ((await countNamed(db, orgId, 'cameras', cameras)) < cameras.length) throw missing('camera')
  if ((await countNamed(db, orgId, 'sites', sites)) < sites.length) throw missing('site')
}
