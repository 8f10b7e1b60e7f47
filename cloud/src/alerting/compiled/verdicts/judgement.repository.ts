import type { Selectable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { isListed } from '../../../events/event.table.js'
import type { Db, Tx } from '../../../platform/database/handles.js'
import { fromNow } from '../../../platform/database/instant.js'
import { heldBy } from '../../../platform/work/held-row.js'
import type { ClaimedRow } from '../../../platform/work/work-loop.js'
import type { RuleJudgementTable } from '../compiled-rule.table.js'

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

type RuleJudgementRow = Selectable<RuleJudgementTable>

export function readJudgement(db: Db, orgId: string, id: string): Promise<RuleJudgementRow | undefined> {
  return db
    .selectFrom('rule_judgements')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Ends the wait of an event. @returns false if another worker holds it, or it was judged or given up */
export async function finishJudgement(tx: Tx, claimed: ClaimedRow): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('rule_judgements')
    .set({ status: 'judged', lease_until: null, worker: null })
    .where((is) => is.and(heldBy(claimed)))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Lets an event be judged again after `waitMs`. @returns false as `finishJudgement` */
export async function postponeJudgement(tx: Tx, claimed: ClaimedRow, waitMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('rule_judgements')
    .set({ next_at: fromNow(waitMs), lease_until: null, worker: null })
    .where((is) => is.and(heldBy(claimed)))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What is needed of an event and its camera beside the facts. */
export interface JudgementSubject {
  readonly summary: string | null
  readonly late: boolean
  /** False: it was deleted, and makes no alert any more. */
  readonly is_listed: boolean
  /** `disabled`: nothing of the camera goes to a model. */
  readonly ai_analysis_mode: string
  readonly ai_provider_override: string | null
  readonly ai_model_override: string | null
}

export function readJudgementSubject(
  db: Db,
  orgId: string,
  eventId: string,
): Promise<JudgementSubject | undefined> {
  return db
    .selectFrom('events')
    .innerJoin('cameras as camera', (join) =>
      join.onRef('camera.org_id', '=', 'events.org_id').onRef('camera.id', '=', 'events.camera_id'),
    )
    .select([
      'events.summary',
      'events.late',
      isListed.as('is_listed'),
      'camera.ai_analysis_mode',
      'camera.ai_provider_override',
      'camera.ai_model_override',
    ])
    .where('events.org_id', '=', orgId)
    .where('camera.org_id', '=', orgId)
    .where('events.id', '=', eventId)
    .executeTakeFirst()
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
