import type { AnalysisResult } from '@sightline/protocol'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import { fromNow, instant } from '../../../platform/database/instant.js'
import { heldBy, type RowChange } from '../../../platform/work/held-row.js'
import type { ClaimedRow } from '../../../platform/work/work-loop.js'
import type { EventAnalysisTable, UsedPicture } from '../analysis.table.js'

export type RunRow = Selectable<EventAnalysisTable>

export type NewRun = Omit<Insertable<EventAnalysisTable>, 'version'>

/**
 * Adds the next version of an event's analysis. The caller holds the event's lock.
 * @param skipped why it ends where it begins
 */
export function insertRun(tx: Tx, row: NewRun, skipped?: string): Promise<RunRow> {
  const next = tx
    .selectFrom('event_analyses')
    .select(sql<number>`coalesce(max(version), 0) + 1`.as('next'))
    .where('org_id', '=', row.org_id)
    .where('event_id', '=', row.event_id)
  return tx
    .insertInto('event_analyses')
    .values({
      ...row,
      version: next,
      ...(skipped !== undefined && { status: 'skipped', reason: skipped, finished_at: sql<Date>`now()` }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findRun(db: Db, orgId: string, id: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('event_analyses')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The version of an event that is under way. */
export async function findPendingVersion(db: Db, orgId: string, eventId: string): Promise<number | null> {
  const row = await db
    .selectFrom('event_analyses')
    .select('version')
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row?.version ?? null
}

export async function countRuns(db: Db, orgId: string, eventId: string): Promise<number> {
  const row = await db
    .selectFrom('event_analyses')
    .select(sql<number>`count(*)`.as('total'))
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  return row.total
}

/** All versions of an event's analysis, newest first. */
export function listRuns(db: Db, orgId: string, eventId: string): Promise<RunRow[]> {
  return db
    .selectFrom('event_analyses')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .orderBy('version', 'desc')
    .execute()
}

/** The newest version that was completed. */
export function findCompletedRun(db: Db, orgId: string, eventId: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('event_analyses')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('status', '=', 'completed')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** How a run ended, and what it took. */
export interface RunEnd {
  readonly status: 'completed' | 'skipped' | 'failed'
  readonly reason: string | null
  readonly note: string | null
  readonly result: AnalysisResult | null
  readonly depth: 'triage' | 'full' | null
  readonly provider: string | null
  readonly model: string | null
  readonly prompt_version: string | null
  readonly pictures: readonly UsedPicture[]
  readonly calls: number
  readonly input_tokens: number | null
  readonly output_tokens: number | null
  readonly cost: number | null
  readonly model_ms: number | null
  readonly pictures_ms: number | null
  readonly own_ms: number | null
  readonly started_at: Date
  readonly finished_at: Date
}

/**
 * Writes how a run ended, if `worker` still holds it.
 * @returns its version; null if it was lost to another worker, or went with its event
 */
export async function saveEnd(
  tx: Tx,
  claimed: Pick<ClaimedRow, 'orgId' | 'id' | 'worker'>,
  { pictures, result, ...end }: RunEnd,
): Promise<number | null> {
  const row = await tx
    .updateTable('event_analyses')
    .set({
      ...end,
      pictures: JSON.stringify(pictures),
      ...(result && { result: JSON.stringify(result) }),
      lease_until: null,
      worker: null,
    })
    .where((is) => is.and(heldBy(claimed)))
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

/** Media of these that may still be fetched. */
export async function listReadyMedia(db: Db, orgId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('state', '=', 'ready')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Who was in the way for so long counts from then on. */
const uncountedFor = sql.lit('1 day')

/**
 * Gives a run back that is to be begun again after `waitMs`, if `worker` still holds it. Meanwhile it shows the reason, a
 * sentence, and when that will be.
 * @param counts false where the service itself was in the way: for a day this begin is none then
 */
export async function putOff(
  db: Db,
  { org_id: orgId, id }: Pick<RunRow, 'org_id' | 'id'>,
  worker: string,
  { waitMs, reason, counts }: { waitMs: number; reason: string; counts: boolean },
): Promise<void> {
  const change: RowChange<EventAnalysisTable> = {
    next_at: fromNow(waitMs),
    lease_until: null,
    worker: null,
  }
  const again = instant(sql`(${fromNow(waitMs)})`, 'MS')
  await db
    .updateTable('event_analyses')
    .set({
      ...change,
      reason: sql<string>`${reason}::text || ' It is tried again at ' || ${again} || '.'`,
      ...(!counts && {
        attempt: sql<number>`attempt - (created_at > now() - interval ${uncountedFor})::int`,
      }),
    })
    .where((is) => is.and(heldBy({ orgId, id, worker })))
    .execute()
}
