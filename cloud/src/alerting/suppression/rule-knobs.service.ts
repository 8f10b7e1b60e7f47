import type { NoBigDealPatch, NoBigDealQuery, NoBigDealSettings } from '@sightline/protocol'
import { requireCamera } from '../../fleet/cameras/camera.service.js'
import { recordAudit } from '../../identity/audit/audit.service.js'
import type { Caller } from '../../platform/caller.js'
import { missing } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { requireAlertRule } from '../rules/alert-rule.service.js'
import { changeKnobs, effectiveKnobs, requireKnobChange } from './knobs.js'
import { findOverride, findRuleKnobs, lockRule, saveRuleKnobs } from './knobs.repository.js'

type SuppressionDeps = Pick<Platform, 'database'>

/**
 * The knobs of a rule, those that nobody set as they are by default. With a camera: what holds for it, and where each
 * value comes from.
 * @throws AppError missing
 */
export async function getRuleKnobs(
  deps: SuppressionDeps,
  caller: Caller,
  ruleId: string,
  { camera_id: cameraId }: NoBigDealQuery,
): Promise<NoBigDealSettings> {
  const { orgId } = caller
  const db = deps.database.forOrg(orgId)
  await requireAlertRule(deps, caller, ruleId)
  const ofRule = await findRuleKnobs(db, orgId, ruleId)
  if (cameraId === undefined) return effectiveKnobs(ofRule, {}).knobs
  await requireCamera(db, caller, cameraId)
  const { knobs, origins } = effectiveKnobs(ofRule, await findOverride(db, orgId, cameraId))
  return { ...knobs, origins }
}

/** Changes the knobs that are named; null sets one back to its default. @throws AppError missing, invalid */
export function updateRuleKnobs(
  deps: SuppressionDeps,
  caller: Caller,
  ruleId: string,
  patch: NoBigDealPatch,
): Promise<NoBigDealSettings> {
  requireKnobChange(patch)
  const { orgId, actor } = caller
  return deps.database.inOrg(orgId, async (tx) => {
    if (!(await lockRule(tx, orgId, ruleId))) throw missing('alert rule')
    const knobs = changeKnobs(await findRuleKnobs(tx, orgId, ruleId), patch)
    await saveRuleKnobs(tx, orgId, ruleId, knobs)
    await recordAudit(tx, { orgId, actor }, 'alert_rule.nbd_updated', {
      target: { kind: 'alert_rule', id: ruleId },
      data: patch,
    })
    return effectiveKnobs(knobs, {}).knobs
  })
}
