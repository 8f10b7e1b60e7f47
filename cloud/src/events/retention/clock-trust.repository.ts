import { type Selectable, sql, type Transaction } from 'kysely'
import type { WorkerDb } from '../../platform/database/handles.js'
import type { WorkerTables } from '../../platform/database/tables.js'
import type { RetentionClockTable } from '../../platform/platform.table.js'
import type { ClockReading, ClockTrust } from './clock-trust.js'

/** How far a gateway's clock may be from the cloud's to agree with it: what is asked is which day it is. */
const agreement = sql.lit('1 hour')
/** A gateway that was heard within this is on line. */
const lately = sql.lit('2 minutes')

/** PostgreSQL's time, and what the gateways of all organisations say to it that do not know better of themselves. */
export async function readClocks(worker: WorkerDb): Promise<ClockReading> {
  const { rows } = await sql<ClockReading>`
    select now() as now, count(*) as heard,
      count(*) filter (where abs(clock_offset_ms) <= extract(epoch from interval ${agreement}) * 1000) as agreeing
    from gateways
    where deleted_at is null and clock_offset_ms is not null and clock_synced is not false
      and last_heartbeat_at between now() - interval ${lately} and now()`.execute(worker)
  const [reading] = rows
  if (!reading) throw new Error('PostgreSQL did not say what time it is')
  return reading
}

export async function readClockTrust(worker: WorkerDb): Promise<ClockTrust> {
  return trustOf(await worker.selectFrom('retention_clock').selectAll().executeTakeFirstOrThrow())
}

/** Whoever else wants to change it waits until the transaction ends. */
export async function lockClockTrust(tx: Transaction<WorkerTables>): Promise<ClockTrust> {
  return trustOf(await tx.selectFrom('retention_clock').selectAll().forUpdate().executeTakeFirstOrThrow())
}

const trustOf = (row: Selectable<RetentionClockTable>): ClockTrust => ({
  believedAt: row.believed_at,
  doubtedSince: row.doubted_since,
  agreedSince: row.agreed_since,
  readAt: row.looked_at,
})

export async function saveClockTrust(worker: WorkerDb, trust: ClockTrust): Promise<void> {
  await worker
    .updateTable('retention_clock')
    .set({
      believed_at: trust.believedAt,
      doubted_since: trust.doubtedSince,
      agreed_since: trust.agreedSince,
      looked_at: trust.readAt,
    })
    .execute()
}

/** An operator says that PostgreSQL's clock is right. @returns what time it is by it */
export async function trustClock(worker: WorkerDb): Promise<Date> {
  const { now } = await worker
    .updateTable('retention_clock')
    .set({
      believed_at: sql<Date>`now()`,
      doubted_since: null,
      agreed_since: null,
      looked_at: sql<Date>`now()`,
    })
    .returning(sql<Date>`now()`.as('now'))
    .executeTakeFirstOrThrow()
  return now
}
