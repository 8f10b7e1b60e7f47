import { type Insertable, type Selectable, sql } from 'kysely'
import { isListed } from '../../events/event.table.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import type { TimePosition } from '../../platform/pagination/page-by-time.js'
import type { EventFeedbackTable } from './feedback.table.js'

export type FeedbackRow = Selectable<EventFeedbackTable>

/** What feedback keeps of its event. */
export interface EventOfFeedback {
  readonly site_id: string
  readonly camera_id: string
  readonly event_category: EventFeedbackTable['event_category']
}

/** A listed event. */
export function findEventOfFeedback(
  db: Db,
  orgId: string,
  eventId: string,
): Promise<EventOfFeedback | undefined> {
  return db
    .selectFrom('events')
    .select(['site_id', 'camera_id', 'event_category'])
    .where('org_id', '=', orgId)
    .where('id', '=', eventId)
    .where(isListed)
    .executeTakeFirst()
}

/** The rule of an alert of the event. */
export function findAlertOfEvent(
  db: Db,
  orgId: string,
  eventId: string,
  alertId: string,
): Promise<{ rule_id: string } | undefined> {
  return db
    .selectFrom('alerts')
    .select('rule_id')
    .where('org_id', '=', orgId)
    .where('id', '=', alertId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
}

/**
 * Stores what somebody says, in place of what the same one said before of the same event and rule.
 * @returns the row, and whether it is the first
 */
export async function saveFeedback(
  tx: Tx,
  row: Insertable<EventFeedbackTable>,
): Promise<FeedbackRow & { fresh: boolean }> {
  return (
    tx
      .insertInto('event_feedback')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'event_id', 'given_by_kind', 'given_by_id', 'rule_id'])
          .doUpdateSet((columns) => ({
            verdict: columns.ref('excluded.verdict'),
            comment: columns.ref('excluded.comment'),
            alert_id: columns.ref('excluded.alert_id'),
            given_by_name: columns.ref('excluded.given_by_name'),
            changed_at: columns.ref('excluded.changed_at'),
          })),
      )
      .returningAll()
      // A row that this statement made was never changed before.
      .returning(sql<boolean>`xmax = 0`.as('fresh'))
      .executeTakeFirstOrThrow()
  )
}

export function pageOfFeedback(
  db: Db,
  orgId: string,
  eventId: string,
  { after, limit }: { after: TimePosition | null; limit: number },
): Promise<FeedbackRow[]> {
  let query = db
    .selectFrom('event_feedback')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
  if (after) query = query.where(sql<boolean>`(changed_at, id) < (${after.at}, ${after.id})`)
  return query.orderBy('changed_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countFeedback(db: Db, orgId: string, eventId: string): Promise<number> {
  const { count } = await db
    .selectFrom('event_feedback')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  return count
}
