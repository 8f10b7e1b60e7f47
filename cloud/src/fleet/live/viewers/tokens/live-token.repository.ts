import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, LookupDb, Tx } from '../../../../platform/database/handles.js'
import type { TimePosition } from '../../../../platform/pagination/page-by-time.js'
import type { LiveTokenTable } from './live-token.table.js'

export type LiveTokenRow = Selectable<LiveTokenTable>

/** Makes the token and the entry by which it is found. */
export async function insertLiveToken(tx: Tx, token: Insertable<LiveTokenTable>): Promise<LiveTokenRow> {
  const row = await tx.insertInto('live_tokens').values(token).returningAll().executeTakeFirstOrThrow()
  await tx
    .insertInto('live_token_lookup')
    .values({ token_hash: row.token_hash, org_id: row.org_id, token_id: row.id })
    .execute()
  return row
}

/** Whose token it is. */
export function findPlaceOfToken(
  lookup: LookupDb,
  tokenHash: Buffer,
): Promise<{ org_id: string; token_id: string } | undefined> {
  return lookup
    .selectFrom('live_token_lookup')
    .select(['org_id', 'token_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export function findLiveToken(db: Db, orgId: string, id: string): Promise<LiveTokenRow | undefined> {
  return db
    .selectFrom('live_tokens')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Tokens that are good at the moment: of the organisation, and of one maker in it. */
export async function countActive(
  tx: Tx,
  orgId: string,
  makerId: string,
  now: Date,
): Promise<{ all: number; ofMaker: number }> {
  return tx
    .selectFrom('live_tokens')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('maker_id', '=', makerId).as('ofMaker'))
    .where('org_id', '=', orgId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
}

/** Tokens of a camera, newest first. */
export async function pageOfLiveTokens(
  db: Db,
  { orgId, cameraId }: { readonly orgId: string; readonly cameraId: string },
  after: TimePosition | null,
  limit: number,
): Promise<LiveTokenRow[]> {
  let query = db
    .selectFrom('live_tokens')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id})`)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countLiveTokens(db: Db, orgId: string, cameraId: string): Promise<number> {
  const { count } = await db
    .selectFrom('live_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Lengthens a token that is good by its own time, never beyond what its making allows, and never shortens it.
 * @returns its end; undefined for one that is over or revoked
 */
export async function lengthenLiveToken(
  db: Db,
  orgId: string,
  id: string,
  now: Date,
): Promise<Date | undefined> {
  const row = await db
    .updateTable('live_tokens')
    .set({
      expires_at: sql<Date>`least(renewable_until, greatest(expires_at, ${now}::timestamptz + make_interval(secs => ttl_sec)))`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst()
  return row?.expires_at
}

/** @returns false for one that was revoked before */
export async function endLiveToken(tx: Tx, orgId: string, id: string, now: Date): Promise<boolean> {
  const ended = await tx
    .updateTable('live_tokens')
    .set({ revoked_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}
