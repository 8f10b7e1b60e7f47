import { uuidv7 } from 'uuidv7'
import type { Tx } from '../platform/database/database.js'

/** True if the event has a rule that could judge it: an enabled one with an active compiled version. */
export async function hasCompiledRules(tx: Tx, orgId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('alert_rules')
    .select('id')
    .where('org_id', '=', orgId)
    .where('compiled_version_id', 'is not', null)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lets the event's run wait to be judged; an earlier run that still waits is not judged any more. */
export async function insertJudgement(tx: Tx, orgId: string, eventId: string, run: number): Promise<void> {
  await tx
    .updateTable('rule_judgements')
    .set({ status: 'superseded', lease_until: null, worker: null })
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('run', '<', run)
    .where('status', '=', 'pending')
    .execute()
  await tx
    .insertInto('rule_judgements')
    .values({ org_id: orgId, id: uuidv7(), event_id: eventId, run })
    .onConflict((conflict) => conflict.columns(['org_id', 'event_id', 'run']).doNothing())
    .execute()
}
