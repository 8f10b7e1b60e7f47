/** Rules as what judges them after analysis sees them. */
import type { Caller } from '../platform/caller.js'
import { outsideScope } from '../platform/caller.js'
import type { Db, Tx } from '../platform/database/database.js'
import { invalid, missing } from '../platform/errors.js'
import { type AlertRuleRow, countNamed, findRule, lockRule, saveRule } from './alert-rule.repository.js'
import { rulesInScope } from './rules-in-scope.js'

export type { AlertRuleRow } from './alert-rule.repository.js'
export { countNamed, listRulesById } from './alert-rule.repository.js'
export { outsideCooldown } from './cooldown.js'
export {
  type CompiledEvent,
  type CompiledMatch,
  type CompiledOutcome,
  fireCompiled,
} from './fire-compiled.js'
export { type AnalysedEvent, mismatchAfterAnalysis } from './rule-match.js'

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
export async function lockJudgedRule(tx: Tx, orgId: string, id: string): Promise<AlertRuleRow> {
  const row = await lockRule(tx, orgId, id)
  if (!row) throw missing('alert rule')
  requireJudged(row)
  return row
}

/** @throws AppError invalid for a rule of the system: there is no event that a predicate could judge */
export function requireJudged(rule: Pick<AlertRuleRow, 'rule_kind'>): void {
  if (rule.rule_kind === 'system_event')
    throw invalid('a system_event rule tells of outages: only camera_event rules have compiled versions')
}

/** Makes a compiled version the one by which the rule is judged; it is no longer fired at once then. */
export async function setCompiledVersion(
  tx: Tx,
  orgId: string,
  ruleId: string,
  versionId: string,
): Promise<AlertRuleRow> {
  return saveRule(tx, orgId, ruleId, { compiled_version_id: versionId })
}

/** @throws AppError missing for a camera or site that is none of the organisation's */
export async function requireCameraAndSite(
  db: Db,
  orgId: string,
  named: { readonly camera_id?: string | undefined; readonly site_id?: string | undefined },
): Promise<void> {
  const { camera_id: cameraId, site_id: siteId } = named
  if (cameraId !== undefined && (await countNamed(db, orgId, 'cameras', [cameraId])) === 0)
    throw missing('camera')
  if (siteId !== undefined && (await countNamed(db, orgId, 'sites', [siteId])) === 0) throw missing('site')
}
