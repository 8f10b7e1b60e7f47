import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.js'

/** A place in the order in which events are looked at: oldest first, then by id. */
export interface EventPlace {
  readonly at: Date
  readonly id: string
}

/** Before all events. */
export const beforeAll: EventPlace = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }

/** Which events a run looks at. */
export type Candidates =
  /** With a clip, triggered before the moment. */
  | { readonly kind: 'with clip'; readonly before: Date }
  /** Whose clip has not come, triggered between the moments. */
  | { readonly kind: 'without clip yet'; readonly from: Date; readonly before: Date }
  /** Shown, or deleted by somebody; triggered before the moment. */
  | { readonly kind: 'shown'; readonly before: Date }
  | { readonly kind: 'deleted'; readonly before: Date }

/** The next events in their order, with or without a reason to keep them. */
export async function pageOfCandidates(
  db: Db,
  orgId: string,
  candidates: Candidates,
  after: EventPlace,
  limit: number,
): Promise<EventPlace[]> {
  const { rows } = await sql<{ triggered_at: Date; id: string }>`
    select triggered_at, id from events
    where org_id = ${orgId} and ${conditionOf(candidates)} and triggered_at < ${candidates.before}
      and (triggered_at, id) > (${after.at}, ${after.id})
    order by triggered_at, id limit ${limit}`.execute(db)
  return rows.map(({ triggered_at: at, id }) => ({ at, id }))
}

function conditionOf(candidates: Candidates) {
  switch (candidates.kind) {
    case 'with clip':
      return sql`clip_status = 'ready'`
    case 'without clip yet':
      return sql`deleted_at is null and triggered_at >= ${candidates.from}
        and clip_status in ('recording', 'uploading')`
    case 'shown':
      return sql`deleted_at is null`
    case 'deleted':
      return sql`deleted_at is not null`
  }
}

/**
 * Locks those of `ids` that nobody is just changing. What holds of them is asked by the next statement, so that a star
 * or a share that came while the lock was taken is seen.
 */
export async function lockCandidates(tx: Tx, orgId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('events')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** Of locked events, those that nobody keeps: not starred and without a living share, or deleted by somebody. */
export async function listUnkept(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from events
    where org_id = ${orgId} and id = any(${[...ids]}::uuid[])
      and (deleted_at is not null or (not starred and not exists (
        select from event_shares as share
        where share.org_id = events.org_id and share.event_id = events.id
          and share.revoked_at is null and share.expires_at > ${now})))`.execute(tx)
  return rows.map(({ id }) => id)
}
