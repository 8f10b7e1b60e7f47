import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/handles.js'
import { instant } from '../../platform/database/instant.js'
import { isListed } from '../event.table.js'

/** A position in the order in which events are read: oldest first, then by id. */
export interface RetentionPosition {
  /** In microseconds, in UTC, as PostgreSQL compares it: a Date knows milliseconds, and would lie before its own event. */
  readonly at: string
  readonly id: string
}

/** Before all events. */
export const beforeAll: RetentionPosition = {
  at: '1970-01-01T00:00:00.000000Z',
  id: '00000000-0000-0000-0000-000000000000',
}

/**
 * Which events a run reads. `before` is asked of an event's receipt, or of the time at which it happened where that counts:
 * nothing is younger than its receipt.
 */
export type Candidates =
  /** With a clip. */
  | { readonly kind: 'with clip'; readonly before: Date }
  /** Whose clip has not come, received from the moment on. */
  | { readonly kind: 'without clip yet'; readonly from: Date; readonly before: Date }
  | { readonly kind: 'listed'; readonly before: Date }
  /** Deleted by somebody, or not visible. */
  | { readonly kind: 'unlisted'; readonly before: Date }

/** The next events in their order, with or without a reason to keep them. */
export async function pageOfCandidates(
  db: Db,
  orgId: string,
  candidates: Candidates,
  { after, limit }: { readonly after: RetentionPosition; readonly limit: number },
): Promise<RetentionPosition[]> {
  const { before } = candidates
  const { rows } = await sql<RetentionPosition>`
    select ${instant(sql`at`, 'US')} as at, id from (
      (select received_at as at, id from events
        where org_id = ${orgId} and ${conditionOf(candidates)} and received_at < ${before}
          and (received_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)
        order by received_at, id limit ${limit})
      union all
      (select happened_at as at, id from events
        where org_id = ${orgId} and ${conditionOf(candidates)} and happened_at < ${before}
          and received_at >= ${before} and (happened_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)
        order by happened_at, id limit ${limit})) as old
    order by old.at, old.id limit ${limit}`.execute(db)
  return rows
}

function conditionOf(candidates: Candidates) {
  switch (candidates.kind) {
    case 'with clip':
      return sql`clip_status = 'ready'`
    case 'without clip yet':
      return sql`${isListed} and received_at >= ${candidates.from}
        and clip_status in ('recording', 'uploading')`
    case 'listed':
      return sql`${isListed}`
    case 'unlisted':
      return sql`not ${isListed}`
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

/** Of locked events, those that nobody keeps: not starred and without a living share, or not listed. */
export async function listUnkept(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from events
    where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) and ${isUnkept(now)}`.execute(tx)
  return rows.map(({ id }) => id)
}

function isUnkept(now: Date) {
  return sql`(not ${isListed} or (not starred and not exists (
    select from event_shares as share
    where share.org_id = events.org_id and share.event_id = events.id
      and share.revoked_at is null and share.expires_at > ${now})))`
}

/** How many of the candidates nobody keeps. @returns `most` if there are so many or more */
export async function countUnkept(
  db: Db,
  orgId: string,
  candidates: Candidates,
  { now, most }: { readonly now: Date; readonly most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from events
      where org_id = ${orgId} and ${conditionOf(candidates)}
        and (received_at < ${candidates.before} or happened_at < ${candidates.before}) and ${isUnkept(now)}
      limit ${most}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}
