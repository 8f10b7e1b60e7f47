import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, LookupDb, Tx } from '../../platform/database/handles.js'
import type { EventShareTable } from '../event.table.js'
import type { ShareAttempts } from './share-state.js'

export type ShareRow = Selectable<EventShareTable>

/** Makes the share and the entry by which its token finds it. */
export async function insertShare(tx: Tx, share: Insertable<EventShareTable>): Promise<ShareRow> {
  const row = await tx.insertInto('event_shares').values(share).returningAll().executeTakeFirstOrThrow()
  await tx
    .insertInto('share_token_lookup')
    .values({ token_hash: row.token_hash, org_id: row.org_id, share_id: row.id })
    .execute()
  return row
}

/** Shares of an event that are not over. */
export async function countLivingShares(tx: Tx, orgId: string, eventId: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('event_shares')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/** A position in the list of an event's shares: newest first. */
export interface SharePosition {
  readonly at: Date
  readonly id: string
}

export function pageOfShares(
  db: Db,
  orgId: string,
  eventId: string,
  { after, limit }: { readonly after: SharePosition | null; readonly limit: number },
): Promise<ShareRow[]> {
  let query = db
    .selectFrom('event_shares')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id})`)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countShares(db: Db, orgId: string, eventId: string): Promise<number> {
  const { count } = await db
    .selectFrom('event_shares')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  return count
}

export function findShare(db: Db, orgId: string, id: string): Promise<ShareRow | undefined> {
  return db
    .selectFrom('event_shares')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function lockShare(tx: Tx, orgId: string, id: string): Promise<ShareRow | undefined> {
  return tx
    .selectFrom('event_shares')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Whose share a token opens. */
export function findShareByToken(
  lookup: LookupDb,
  tokenHash: Buffer,
): Promise<{ org_id: string; share_id: string } | undefined> {
  return lookup
    .selectFrom('share_token_lookup')
    .select(['org_id', 'share_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function endShare(tx: Tx, orgId: string, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('event_shares')
    .set({ revoked_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

export async function saveAttempts(
  tx: Tx,
  orgId: string,
  id: string,
  attempts: ShareAttempts,
): Promise<void> {
  await tx
    .updateTable('event_shares')
    .set(attempts)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** Keeps another hash of the same password. */
export async function renewPassword(
  tx: Tx,
  { org_id: orgId, id }: Pick<ShareRow, 'org_id' | 'id'>,
  hash: string,
): Promise<void> {
  await tx
    .updateTable('event_shares')
    .set({ password_hash: hash })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

export async function countView(tx: Tx, orgId: string, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('event_shares')
    .set({ view_count: sql`view_count + 1`, last_viewed_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}
