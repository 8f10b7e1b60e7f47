import type { Selectable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ClaimedRow } from '../platform/claim.js'
import type { Db, Tx } from '../platform/database/database.js'
import type { RuleJudgementTable } from './compiled-rule.table.js'

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

export type RuleJudgementRow = Selectable<RuleJudgementTable>

export function readJudgement(db: Db, orgId: string, id: string): Promise<RuleJudgementRow | undefined> {
  return db
    .selectFrom('rule_judgements')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Ends the wait of an event. @returns false if another worker holds it, or it was judged or given up */
export async function finishJudgement(tx: Tx, { orgId, id }: ClaimedRow, worker: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('rule_judgements')
    .set({ status: 'judged', lease_until: null, worker: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What alerts tell of an event beside its facts. */
export interface ToldEvent {
  readonly summary: string | null
  readonly late: boolean
  /** It was deleted: nobody is told of it any more. */
  readonly deleted: boolean
  /** `disabled`: nothing of the camera goes to a model. */
  readonly ai_analysis_mode: string
  readonly ai_provider_override: string | null
  readonly ai_model_override: string | null
}

export async function readToldEvent(db: Db, orgId: string, eventId: string): Promise<ToldEvent | undefined> {
  const row = await db
    .selectFrom('events as event')
    .innerJoin('cameras as camera', (join) =>
      join.onRef('camera.org_id', '=', 'event.org_id').onRef('camera.id', '=', 'event.camera_id'),
    )
    .select([
      'event.summary',
      'event.late',
      'event.deleted_at',
      'camera.ai_analysis_mode',
      'camera.ai_provider_override',
      'camera.ai_model_override',
    ])
    .where('event.org_id', '=', orgId)
    .where('camera.org_id', '=', orgId)
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return row && { ...row, deleted: row.deleted_at !== null }
}

/** True if a later run of the event waits to be judged, or was. */
export async function hasLaterJudgement(
  db: Db,
  orgId: string,
  eventId: string,
  run: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('rule_judgements')
    .select('id')
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('run', '>', run)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
