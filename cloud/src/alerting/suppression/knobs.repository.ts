import type { SetKnobs } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/handles.js'

/** The knobs that were set for a rule; `{}` if none was. */
export async function findRuleKnobs(db: Db, orgId: string, ruleId: string): Promise<SetKnobs> {
  const row = await db
    .selectFrom('nbd_rule_knobs')
    .select('knobs')
    .where('org_id', '=', orgId)
    .where('rule_id', '=', ruleId)
    .executeTakeFirst()
  return row?.knobs ?? {}
}

/** The knobs that a camera overrides; `{}` if it overrides none. */
export async function findOverride(db: Db, orgId: string, cameraId: string): Promise<SetKnobs> {
  const row = await db
    .selectFrom('nbd_camera_overrides')
    .select('knobs')
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
    .executeTakeFirst()
  return row?.knobs ?? {}
}

/** True if the rule is there and not deleted; then nobody else changes its knobs until the transaction ends. */
export async function lockRule(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('alert_rules')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** True if the camera is there and not deleted; then nobody else changes its override until the transaction ends. */
export async function lockCamera(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('cameras')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the knobs of a rule; no row is left where none is set. */
export async function saveRuleKnobs(tx: Tx, orgId: string, ruleId: string, knobs: SetKnobs): Promise<void> {
  if (Object.keys(knobs).length === 0) {
    await tx.deleteFrom('nbd_rule_knobs').where('org_id', '=', orgId).where('rule_id', '=', ruleId).execute()
    return
  }
  const change = { knobs: JSON.stringify(knobs) }
  await tx
    .insertInto('nbd_rule_knobs')
    .values({ org_id: orgId, rule_id: ruleId, ...change })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'rule_id']).doUpdateSet({ ...change, updated_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Keeps the override of a camera; no row is left where it overrides nothing. */
export async function saveOverride(tx: Tx, orgId: string, cameraId: string, knobs: SetKnobs): Promise<void> {
  if (Object.keys(knobs).length === 0) {
    await tx
      .deleteFrom('nbd_camera_overrides')
      .where('org_id', '=', orgId)
      .where('camera_id', '=', cameraId)
      .execute()
    return
  }
  const change = { knobs: JSON.stringify(knobs) }
  await tx
    .insertInto('nbd_camera_overrides')
    .values({ org_id: orgId, camera_id: cameraId, ...change })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'camera_id']).doUpdateSet({ ...change, updated_at: sql<Date>`now()` }),
    )
    .execute()
}
