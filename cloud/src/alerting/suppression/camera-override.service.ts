import type { NoBigDealPatch, SetKnobs } from '@sightline/protocol'
import { requireCamera } from '../../fleet/cameras/camera.service.js'
import { recordAudit } from '../../identity/audit/audit.service.js'
import type { Caller } from '../../platform/caller.js'
import { missing } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { changeKnobs, requireKnobChange } from './knobs.js'
import { findOverride, lockCamera, saveOverride } from './knobs.repository.js'

type SuppressionDeps = Pick<Platform, 'database'>

/** The knobs that a camera overrides, for all rules; `{}`: none. @throws AppError missing */
export async function getOverride(
  deps: SuppressionDeps,
  caller: Caller,
  cameraId: string,
): Promise<SetKnobs> {
  const db = deps.database.forOrg(caller.orgId)
  await requireCamera(db, caller, cameraId)
  return findOverride(db, caller.orgId, cameraId)
}

/** Overrides the knobs that are named; null lets the rule's hold again. @throws AppError missing, invalid */
export function updateOverride(
  deps: SuppressionDeps,
  caller: Caller,
  cameraId: string,
  patch: NoBigDealPatch,
): Promise<SetKnobs> {
  requireKnobChange(patch)
  const { orgId, actor } = caller
  return deps.database.inOrg(orgId, async (tx) => {
    if (!(await lockCamera(tx, orgId, cameraId))) throw missing('camera')
    const knobs = changeKnobs(await findOverride(tx, orgId, cameraId), patch)
    await saveOverride(tx, orgId, cameraId, knobs)
    const target = { kind: 'camera', id: cameraId }
    await recordAudit(tx, { orgId, actor }, 'camera.nbd_override_updated', { target, data: patch })
    return knobs
  })
}

/** The camera inherits every knob again; one that overrides none stays as it is. @throws AppError missing */
export function deleteOverride(deps: SuppressionDeps, caller: Caller, cameraId: string) {
  const { orgId, actor } = caller
  return deps.database.inOrg(orgId, async (tx) => {
    if (!(await lockCamera(tx, orgId, cameraId))) throw missing('camera')
    const before = await findOverride(tx, orgId, cameraId)
    if (Object.keys(before).length > 0) {
      await saveOverride(tx, orgId, cameraId, {})
      const target = { kind: 'camera', id: cameraId }
      await recordAudit(tx, { orgId, actor }, 'camera.nbd_override_deleted', { target, data: { before } })
    }
    return { message: "the camera inherits the rules' knobs" }
  })
}
