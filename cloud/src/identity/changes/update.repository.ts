import type { NoticeKind } from '@sightline/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/handles.js'
import type { Snapshot } from './snapshot.js'

/** Which changes of which resources are read. */
export interface UpdateWindow {
  readonly since: Snapshot
  /** Transactions from here on are left to the next time. */
  readonly before: string
  readonly after: { readonly xid: string; readonly seq: number } | null
  readonly kinds: readonly NoticeKind[]
  readonly siteIds: readonly string[] | null
  /** Sites that went out of sight since: what was removed there is told as well, unless it came later than `since`. */
  readonly lostSiteIds: readonly string[]
  readonly cameraId: string | undefined
}

export interface UpdateRow {
  readonly id: string
  readonly change: 'created' | 'updated' | 'removed'
  readonly xid: string
  readonly seq: number
}

/** Up to `limit` changes of a window in the order of their transactions. */
export async function listUpdates(
  db: Db,
  orgId: string,
  window: UpdateWindow,
  limit: number,
): Promise<UpdateRow[]> {
  const { since, before, after, cameraId } = window
  const kinds = sql`kind = any(${[...window.kinds]}::text[])`
  const isNew = newSince(since)
  const inSight = window.siteIds === null ? sql`true` : sql`site_id = any(${[...window.siteIds]}::uuid[])`
  const lost = sql`(site_id = any(${[...window.lostSiteIds]}::uuid[]) and change = 'removed' and id not in (
    select id from changes where org_id = ${orgId} and ${kinds} and change = 'created' and ${isNew}
      and site_id = any(${[...window.lostSiteIds]}::uuid[])))`
  const conditions = [
    sql`org_id = ${orgId}`,
    kinds,
    sql`xid < ${before}::xid8`,
    window.lostSiteIds.length === 0 ? inSight : sql`(${inSight} or ${lost})`,
    ...(after === null ? [] : [sql`(xid, seq) > (${after.xid}::xid8, ${after.seq})`]),
    ...(cameraId === undefined ? [] : [sql`camera_id = ${cameraId}`]),
  ]
  const told = sql`select id, change, xid, seq from changes where ${sql.join(conditions, sql` and `)}`
  const first = sql`order by xid, seq limit ${limit}`
  // As numbers: text sorts 1000 before 999.
  const { rows } = await sql<UpdateRow>`select id, change, xid::text as xid, seq from (
    (${told} and xid = any(${inProgress(since)}::xid8[]) ${first})
    union all (${told} and xid >= ${String(since.xmax)}::xid8 ${first})
  ) as told order by told.xid, told.seq limit ${limit}`.execute(db)
  return rows
}

const inProgress = (since: Snapshot): string[] => [...since.inProgress].map(String)

const newSince = (since: Snapshot): RawBuilder<boolean> =>
  sql<boolean>`(xid = any(${inProgress(since)}::xid8[]) or xid >= ${String(since.xmax)}::xid8)`

/** What changed first of somebody's sites, each once; null: all sites, by a role. */
export async function listSiteChanges(
  db: Db,
  orgId: string,
  principalId: string,
  since: Snapshot,
): Promise<{ site_id: string | null; gained: boolean }[]> {
  const { rows } = await sql<{ site_id: string | null; gained: boolean }>`
    select distinct on (site_id) site_id, gained from access_changes
    where org_id = ${orgId} and principal_id = ${principalId} and what = 'sites' and ${newSince(since)}
    order by site_id, xid, seq`.execute(db)
  return rows
}

/** All sites of the organisation but these. */
export async function listOtherSites(db: Db, orgId: string, siteIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sites')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '<>', sql<string>`all(${[...siteIds]}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}
