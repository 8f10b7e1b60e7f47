import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx, WorkerDb } from '../../../platform/database/handles.js'
import { instant } from '../../../platform/database/instant.js'
import type { QuarantinedFrameTable } from './quarantine.table.js'

export type QuarantinedFrame = Selectable<QuarantinedFrameTable>
type NewFrame = Omit<Insertable<QuarantinedFrameTable>, 'received_at'>

/** Adds a frame, received now; one that is there already stays as it is. */
export async function insertQuarantined(tx: Tx, frame: NewFrame): Promise<void> {
  await tx
    .insertInto('quarantined_frames')
    .values({ ...frame, received_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.columns(['org_id', 'event_id', 'digest']).doNothing())
    .execute()
}

/** This very frame is in quarantine already. */
export async function isKept(
  tx: Tx,
  { org_id: orgId, event_id: eventId, digest }: NewFrame,
): Promise<boolean> {
  const row = await tx
    .selectFrom('quarantined_frames')
    .select('id')
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row !== undefined
}

/** The organisation has so many frames in quarantine, or more. */
export async function holdsQuarantined(tx: Tx, orgId: string, count: number): Promise<boolean> {
  const row = await tx
    .selectFrom('quarantined_frames')
    .select('id')
    .where('org_id', '=', orgId)
    .orderBy('id')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Frames of an event of this gateway, or of relays, wait in quarantine, so that it may yet come to be. */
export async function isQuarantined(
  db: Db,
  orgId: string,
  { eventId, gatewayId }: { eventId: string; gatewayId: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('quarantined_frames')
    .select('id')
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('gateway_id', 'is not distinct from', gatewayId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A frame, and its place in the order in which frames came. */
export interface WaitingFrame extends QuarantinedFrame {
  /** `created_at` in microseconds, in UTC. */
  readonly at: string
}

/** The next frames in the order in which they came, by PostgreSQL's clock: ids are made by those of nodes. */
export function pageOfQuarantined(
  db: Db,
  orgId: string,
  after: Pick<WaitingFrame, 'at' | 'id'> | null,
  limit: number,
): Promise<WaitingFrame[]> {
  let query = db
    .selectFrom('quarantined_frames')
    .selectAll()
    .select(instant(sql`created_at`, 'US').as('at'))
    .where('org_id', '=', orgId)
  if (after)
    query = query.where(sql<boolean>`(created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`)
  return query.orderBy('created_at').orderBy('id').limit(limit).execute()
}

/** Another frame of the same event waits beside this one. */
export async function hasOthers(
  db: Db,
  { org_id: orgId, event_id: eventId, id }: Pick<QuarantinedFrame, 'org_id' | 'event_id' | 'id'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('quarantined_frames')
    .select('id')
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseQuarantined(db: Db, orgId: string, id: string): Promise<void> {
  await db.deleteFrom('quarantined_frames').where('org_id', '=', orgId).where('id', '=', id).execute()
}

/** A frame could not be taken from quarantine either. */
export async function countTry(db: Db, orgId: string, id: string, reason: string): Promise<void> {
  await db
    .updateTable('quarantined_frames')
    .set({ tries: sql<number>`tries + 1`, reason })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

export async function listOrgsWithQuarantined(worker: WorkerDb): Promise<string[]> {
  const rows = await worker
    .selectFrom('quarantined_frames')
    .select('org_id')
    .distinct()
    .orderBy('org_id')
    .execute()
  return rows.map(({ org_id: orgId }) => orgId)
}

/** Organisations that have so many frames in quarantine, or more. */
export async function countFullQuarantines(worker: WorkerDb, count: number): Promise<number> {
  const { rows } = await sql`
    select org_id from quarantined_frames group by org_id having count(*) >= ${count}`.execute(worker)
  return rows.length
}

/** What waits in quarantine for one reason, in all organisations. */
interface QuarantineSum {
  readonly reason: string
  readonly count: number
  readonly oldest: Date
}

/** By reason, the most frequent first. */
export async function sumQuarantined(worker: WorkerDb): Promise<QuarantineSum[]> {
  const { rows } = await sql<QuarantineSum>`
    select reason, count(*) as count, min(created_at) as oldest from quarantined_frames
    group by reason order by count(*) desc, reason`.execute(worker)
  return rows
}
