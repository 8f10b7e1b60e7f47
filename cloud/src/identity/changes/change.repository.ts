import { NoticeChange, NoticeKind, Role } from '@sightline/protocol'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx, WorkerDb } from '../../platform/database/handles.js'
import type { AccessChangeTable, ChangeTable, RestrictedChangeTable } from './change.table.js'
import { readSnapshot, type Snapshot } from './snapshot.js'

/** What is remembered of a moment: what it saw, where, and when it was by PostgreSQL's clock. */
export interface Moment {
  readonly snapshot: Snapshot
  /** Of which cluster and timeline the snapshot is. */
  readonly lineage: string
  readonly atMs: number
}

/** A row with the columns of a `Moment`. */
export const MomentRow = z.object({
  snapshot: z.string().transform((text, ctx) => {
    const snapshot = readSnapshot(text)
    if (snapshot) return snapshot
    ctx.addIssue('no snapshot')
    return z.NEVER
  }),
  lineage: z.string(),
  at_ms: z.number(),
})

export const momentOf = ({ snapshot, lineage, at_ms: atMs }: z.infer<typeof MomentRow>): Moment => ({
  snapshot,
  lineage,
  atMs,
})

/** The columns of a `Moment`: of the statement in which they stand. */
export const momentColumns = sql`pg_current_snapshot()::text as snapshot, change_lineage() as lineage,
  (extract(epoch from clock_timestamp()) * 1000)::double precision as at_ms`

/** A change as it is told, and to whom. */
export type ChangeRow = Pick<Selectable<ChangeTable>, 'kind' | 'change' | 'id' | 'camera_id' | 'moved_to'> &
  Pick<Selectable<RestrictedChangeTable>, 'site_id' | 'at_least' | 'user_id'> & {
    readonly xid: bigint
  }

const ChangeRow: z.ZodType<ChangeRow> = z.object({
  kind: NoticeKind,
  change: NoticeChange,
  id: z.string(),
  site_id: z.string().nullable(),
  at_least: Role.nullable(),
  user_id: z.string().nullable(),
  camera_id: z.string().nullable(),
  moved_to: z.string().nullable(),
  xid: z.string().transform(BigInt),
})

/** The present moment. */
export async function readMoment(db: Db): Promise<Moment> {
  const { rows } = await sql`/* name: moment */ select ${momentColumns}`.execute(db)
  return momentOf(MomentRow.parse(rows[0]))
}

/**
 * The latest transaction of which a change was forgotten; null: none was. It only grows: what is read before was whole if `since`
 * saw all up to here.
 */
export async function findCut(db: Db, orgId: string): Promise<bigint | null> {
  const cut = await db.selectFrom('change_cuts').select('xid').where('org_id', '=', orgId).executeTakeFirst()
  return cut === undefined ? null : BigInt(cut.xid)
}

const Changes = MomentRow.extend({
  changes: z.array(ChangeRow),
  cut: z.string().transform(BigInt).nullable(),
})

/**
 * Up to `most` changes that `since` did not see, in the order of their transactions, and the moment that saw them: it saw no
 * others, unless there are `most`, or some were forgotten (`cut`).
 */
export async function changesSince(
  db: Db,
  orgId: string,
  since: Snapshot,
  most: number,
): Promise<{
  readonly moment: Moment
  readonly changes: readonly ChangeRow[]
  readonly cut: bigint | null
}> {
  const columns = sql`kind, change, id, site_id, null::text as at_least, null::uuid as user_id, camera_id, moved_to, xid, seq`
  const restricted = sql`kind, change, id, site_id, at_least, user_id, null::uuid, null::uuid, xid, seq`
  const inProgress = sql`xid = any(${textsOf(since.inProgress)}::xid8[])`
  const later = sql`xid >= ${String(since.xmax)}::xid8`
  const first = sql`order by xid, seq limit ${most}`
  const { rows } = await sql`/* name: changes_since */
    select ${momentColumns}, (select xid::text from change_cuts where org_id = ${orgId}) as cut, coalesce((
      select json_agg(json_build_object('kind', kind, 'change', change, 'id', id, 'site_id', site_id,
        'at_least', at_least, 'user_id', user_id, 'camera_id', camera_id, 'moved_to', moved_to, 'xid', xid::text) order by xid, seq)
      from (
        (select ${columns} from changes where org_id = ${orgId} and ${inProgress} ${first})
        union all (select ${columns} from changes where org_id = ${orgId} and ${later} ${first})
        union all (select ${restricted} from restricted_changes where org_id = ${orgId} and ${inProgress} ${first})
        union all (select ${restricted} from restricted_changes where org_id = ${orgId} and ${later} ${first})
        order by xid, seq limit ${most}
      ) as told), '[]') as changes`.execute(db)
  const { changes, cut, ...moment } = Changes.parse(rows[0])
  return { moment: momentOf(moment), changes, cut }
}

const textsOf = (xids: ReadonlySet<bigint>): string[] => [...xids].map(String)

/** A person or an account, wherever their access is watched. */
export type PrincipalId = Pick<Selectable<AccessChangeTable>, 'principal_kind' | 'principal_id' | 'org_id'>

const Concerned = z.object({
  snapshot: MomentRow.shape.snapshot,
  orgs: z.array(z.string()),
  principals: z.array(
    z.object({
      org_id: z.string(),
      principal_kind: z.enum(['user', 'service_account']),
      principal_id: z.string(),
    }),
  ),
})

/** In which organisations something changed that `since` did not see, and whose access; null: since now. */
export async function concernedSince(
  db: WorkerDb,
  since: Snapshot | null,
): Promise<{
  readonly snapshot: Snapshot
  readonly orgIds: readonly string[]
  readonly principals: readonly PrincipalId[]
}> {
  const inProgress = since ? textsOf(since.inProgress) : []
  const from = since ? String(since.xmax) : null
  const { rows } = await sql`/* name: concerned_since */
    select pg_current_snapshot()::text as snapshot,
      array(select org_id::text from changes where xid = any(${inProgress}::xid8[])
        union select org_id::text from changes where xid >= ${from}::xid8
        union select org_id::text from restricted_changes where xid = any(${inProgress}::xid8[])
        union select org_id::text from restricted_changes where xid >= ${from}::xid8) as orgs,
      coalesce((select json_agg(told) from (
        select org_id, principal_kind, principal_id from access_changes where xid = any(${inProgress}::xid8[])
        union select org_id, principal_kind, principal_id from access_changes where xid >= ${from}::xid8
      ) as told), '[]') as principals`.execute(db)
  const { snapshot, orgs, principals } = Concerned.parse(rows[0])
  return { snapshot, orgIds: orgs, principals }
}

/** Notes that what nodes remember of somebody holds no longer. */
export async function insertStandingChange(tx: Tx, principal: PrincipalId): Promise<void> {
  await tx
    .insertInto('access_changes')
    .values({ ...principal, what: 'standing' })
    .execute()
}

/** Removes up to `most` of the oldest changes of an organisation, if they were made before. @returns how many */
export async function deleteOldChanges(
  db: Db,
  orgId: string,
  table: 'changes' | 'restricted_changes' | 'access_changes',
  { before, most }: { before: Date; most: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('org_id', '=', orgId)
    .where(
      sql<boolean>`(xid, seq) in (select xid, seq from (
        select xid, seq, at from ${sql.table(table)} where org_id = ${orgId} order by xid, seq limit ${most}
      ) as oldest where at < ${before})`,
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
