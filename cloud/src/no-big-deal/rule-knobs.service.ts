import type { NoBigDealPatch, NoBigDealQuery, NoBigDealSettings } from '@sightline/protocol'
import { getAlertRule } from '../alerts/alert-rule.service.js'
import { recordAudit } from '../audit/audit.service.js'
import { requireCamera } from '../cameras/camera.service.js'
import type { Caller } from '../platform/caller.js'
import { missing } from '../platform/errors.js'
import { changeKnobs } from './change-knobs.js'
import { effectiveKnobs } from './effective-knobs.js'
import { findOverride, findRuleKnobs, holdRule, saveRuleKnobs } from './knobs.repository.js'
import type { NoBigDealDeps } from './no-big-deal-deps.js'
import { requireChange } from './require-change.js'

/**
 * The knobs of a rule, those that nobody set as they are by default. With a camera: what holds for it, and where each
 * value comes from.
 * @throws AppError missing
 */
export async function getRuleKnobs(
  deps: NoBigDealDeps,
  caller: Caller,
  ruleId: string,
  { camera_id: cameraId }: NoBigDealQuery,
): Promise<NoBigDealSettings> {
  const { orgId } = caller
  const db = deps.database.forOrg(orgId)
  await getAlertRule(deps, caller, ruleId)
  const ofRule = await findRuleKnobs(db, orgId, ruleId)
  if (cameraId === undefined) return effectiveKnobs(ofRule, {}).knobs
  await requireCamera(db, caller, cameraId)
  const { knobs, origins } = effectiveKnobs(ofRule, await findOverride(db, orgId, cameraId))
  return { ...knobs, origins }
}

/** Changes the knobs that are named; null sets one back to its default. @throws AppError missing, invalid */
export function updateRuleKnobs(
  deps: NoBigDealDeps,
  caller: Caller,
  ruleId: string,
  patch: NoBigDealPatch,
): Promise<NoBigDealSettings> {
  requireChange(patch)
  const { orgId, actor } = caller
  return deps.database.inOrg(orgId, async (tx) => {
    if (!(await holdRule(tx, orgId, ruleId))) throw missing('alert rule')
    const knobs = changeKnobs(await findRuleKnobs(tx, orgId, ruleId), patch)
    await saveRuleKnobs(tx, orgId, ruleId, knobs)
    await recordAudit(tx, orgId, actor, 'alert_rule.nbd_updated', { kind: 'alert_rule', id: ruleId }, patch)
    return effectiveKnobs(knobs, {}).knobs
  })
}
