import { NoticeKind } from '@sightline/protocol'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handles.js'
import { type Moment, MomentRow, momentColumns, momentOf } from './change.repository.js'
import type { Snapshot } from './snapshot.js'

/** A site that went out of sight. */
export interface LostSite {
  readonly id: string
  /** When it did, for the last time. */
  readonly at: Date
}

/** Which changes of which resources are read. */
export interface UpdateWindow {
  readonly since: Snapshot
  /** Transactions from here on are left to the next time. */
  readonly before: string
  readonly after: { readonly xid: string; readonly seq: number } | null
  readonly kinds: readonly NoticeKind[]
  readonly siteIds: readonly string[] | null
  /** What was removed there is told as well, unless it came after the site went out of sight. */
  readonly lostSites: readonly LostSite[]
  readonly cameraId: string | undefined
}

export interface UpdateRow {
  readonly kind: NoticeKind
  readonly id: string
  readonly xid: string
  readonly seq: number
}

const ReadUpdates = z.object({
  updates: z.array(z.object({ kind: NoticeKind, id: z.string(), xid: z.string(), seq: z.number() })),
  cut: z.string().transform(BigInt).nullable(),
})

/**
 * Up to `limit` changes of a window in the order of their transactions, and the latest transaction of which a change was forgotten
 * (`findCut`): they are all there were if `since` saw up to there.
 */
export async function listUpdates(
  db: Db,
  orgId: string,
  window: UpdateWindow,
  limit: number,
): Promise<{ readonly updates: readonly UpdateRow[]; readonly cut: bigint | null }> {
  const { since, before, after, cameraId } = window
  const kinds = sql`kind = any(${[...window.kinds]}::text[])`
  const isNew = newSince(since)
  const inSight = window.siteIds === null ? sql`true` : sql`site_id = any(${[...window.siteIds]}::uuid[])`
  const lostIds = sql`${window.lostSites.map((site) => site.id)}::uuid[]`
  const lostAt = sql`${window.lostSites.map(({ at }) => at.toISOString())}::timestamptz[]`
  const lost = sql`(site_id = any(${lostIds}) and change = 'removed' and id not in (
    select later.id from changes as later join unnest(${lostIds}, ${lostAt}) as lost (site_id, at)
      on lost.site_id = later.site_id and later.at > lost.at
    where org_id = ${orgId} and ${kinds} and change = 'created' and ${isNew}))`
  const conditions = [
    sql`org_id = ${orgId}`,
    kinds,
    sql`xid < ${before}::xid8`,
    window.lostSites.length === 0 ? inSight : sql`(${inSight} or ${lost})`,
    ...(after === null ? [] : [sql`(xid, seq) > (${after.xid}::xid8, ${after.seq})`]),
    ...(cameraId === undefined ? [] : [sql`camera_id = ${cameraId}`]),
  ]
  const told = sql`select kind, id, xid, seq from changes where ${sql.join(conditions, sql` and `)}`
  const first = sql`order by xid, seq limit ${limit}`
  // As numbers: text sorts 1000 before 999.
  const { rows } = await sql`${sql.raw(preparedName(window))}
    select (select xid::text from change_cuts where org_id = ${orgId}) as cut, coalesce((
      select json_agg(json_build_object('kind', kind, 'id', id, 'xid', xid::text, 'seq', seq) order by xid, seq)
      from (
        (${told} and xid = any(${inProgress(since)}::xid8[]) ${first})
        union all (${told} and xid >= ${String(since.xmax)}::xid8 ${first})
        order by xid, seq limit ${limit}
      ) as told), '[]') as updates`.execute(db)
  return ReadUpdates.parse(rows[0])
}

/** Prepares what is asked over and over, as by walls of screens: what is new since a moment, of which nearly always nothing is. */
function preparedName({ siteIds, lostSites, after, cameraId }: UpdateWindow): string {
  if (lostSites.length > 0 || after !== null || cameraId !== undefined) return ''
  return `/* name: updates_${siteIds === null ? 'all' : 'some'} */`
}

const inProgress = (since: Snapshot): string[] => [...since.inProgress].map(String)

const newSince = (since: Snapshot): RawBuilder<boolean> =>
  sql<boolean>`(xid = any(${inProgress(since)}::xid8[]) or xid >= ${String(since.xmax)}::xid8)`

/** What changed first of a site of somebody; null: all sites, by a role. */
export interface SiteChange {
  readonly site_id: string | null
  readonly gained: boolean
  /** When it was lost, for the last time. */
  readonly lost_at: Date | null
}

const ReadSiteChanges = MomentRow.extend({
  changes: z.array(
    z.object({
      site_id: z.string().nullable(),
      gained: z.boolean(),
      lost_at: z.string().pipe(z.coerce.date()).nullable(),
    }),
  ),
})

/** The present moment, and what changed of somebody's sites until then, each once. */
export async function readSiteChanges(
  db: Db,
  orgId: string,
  principalId: string,
  since: Snapshot,
): Promise<{ readonly moment: Moment; readonly changes: readonly SiteChange[] }> {
  const { rows } = await sql`/* name: site_changes */
    select ${momentColumns}, coalesce((
      select json_agg(json_build_object('site_id', site_id, 'gained', gained, 'lost_at', lost_at) order by site_id)
      from (
        select distinct on (site_id) site_id, gained,
          max(at) filter (where not gained) over (partition by site_id) as lost_at
        from access_changes
        where org_id = ${orgId} and principal_id = ${principalId} and what = 'sites' and ${newSince(since)}
        order by site_id, xid, seq
      ) as changed), '[]') as changes`.execute(db)
  const { changes, ...moment } = ReadSiteChanges.parse(rows[0])
  return { moment: momentOf(moment), changes }
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
