import type { ModelPurpose } from '@sightline/protocol'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/database/handles.js'
import type { ModelCallTable } from './model-call.table.js'

/** Notes a call. An event that is gone is left out. */
export async function insertModelCall(db: Db, row: Insertable<ModelCallTable>): Promise<void> {
  const { org_id, event_id } = row
  await db
    .insertInto('model_calls')
    .values({
      ...row,
      event_id: event_id
        ? sql<string>`(select id from events where org_id = ${org_id} and id = ${event_id} for key share)`
        : null,
    })
    .execute()
}

/** Sums of calls. */
interface CallSums {
  calls: number
  failed_calls: number
  /** Calls that a model worked on, whose cost is not known. */
  unpriced_calls: number
  input_tokens: number | null
  output_tokens: number | null
  cost_usd: number | null
}

const sums = [
  sql<number>`count(*)`.as('calls'),
  sql<number>`count(*) filter (where outcome <> 'answered')`.as('failed_calls'),
  sql<number>`count(*) filter (where cost_usd is null and (input_tokens is not null
    or outcome not in ('rate_limited', 'unreachable', 'rejected', 'aborted')))`.as('unpriced_calls'),
  sql<number | null>`sum(input_tokens)::bigint`.as('input_tokens'),
  sql<number | null>`sum(output_tokens)::bigint`.as('output_tokens'),
  sql<number | null>`sum(cost_usd)::float8`.as('cost_usd'),
] as const

/** What the calls for an event took. */
export function sumCallsOfEvent(
  db: Db,
  orgId: string,
  eventId: string,
): Promise<CallSums & { latency_ms: number }> {
  return db
    .selectFrom('model_calls')
    .select([...sums, sql<number>`coalesce(sum(latency_ms), 0)::bigint`.as('latency_ms')])
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
}

/**
 * What was taken of the operator's account since the day began, in UTC by PostgreSQL's clock, and when the next one begins. Calls
 * whose tokens or cost nobody knows count nothing.
 */
export function sumOperatorCallsOfToday(
  db: Db,
  orgId: string,
): Promise<{ tokens: number; usd: number; resetsAt: Date }> {
  const today = sql<Date>`date_trunc('day', now(), 'UTC')`
  return db
    .selectFrom('model_calls')
    .select([
      sql<number>`coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0)::bigint`.as(
        'tokens',
      ),
      sql<number>`coalesce(sum(cost_usd), 0)::float8`.as('usd'),
      sql<Date>`${today} + interval '1 day'`.as('resetsAt'),
    ])
    .where('org_id', '=', orgId)
    .where('at', '>=', today)
    .where('account', '=', 'operator')
    .executeTakeFirstOrThrow()
}

/** What became of the events of a time that people get to see. */
export async function countEventsByAnalysis(
  db: Db,
  orgId: string,
  { from, before }: { from: Date; before: Date },
): Promise<{ analysed: number; skipped: number; failed: number; pending: number }> {
  return db
    .selectFrom('events')
    .select([
      sql<number>`count(*) filter (where ai_status = 'completed')`.as('analysed'),
      sql<number>`count(*) filter (where ai_status = 'skipped')`.as('skipped'),
      sql<number>`count(*) filter (where ai_status = 'failed')`.as('failed'),
      sql<number>`count(*) filter (where ai_status = 'pending')`.as('pending'),
    ])
    .where('org_id', '=', orgId)
    .where('triggered_at', '>=', from)
    .where('triggered_at', '<', before)
    .where('deleted_at', 'is', null)
    .where('visible', '=', true)
    .executeTakeFirstOrThrow()
}

type SumsOfCamera = CallSums & { camera_id: string; camera_name: string; deleted: boolean; events: number }

/** Sums for each camera about whose events models were asked, the dearest first, and how many such cameras there are. */
export async function sumCallsByCamera(
  db: Db,
  orgId: string,
  { from, before, limit }: { from: Date; before: Date; limit: number },
): Promise<{ rows: SumsOfCamera[]; total: number }> {
  const { rows } = await sql<SumsOfCamera & { total: number }>`
    select cameras.id as camera_id, cameras.name as camera_name, cameras.deleted_at is not null as deleted,
      count(distinct model_calls.event_id) as events, count(*) over () as total,
      count(*) as calls,
      count(*) filter (where outcome <> 'answered') as failed_calls,
      count(*) filter (where cost_usd is null and (input_tokens is not null
        or outcome not in ('rate_limited', 'unreachable', 'rejected', 'aborted'))) as unpriced_calls,
      sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens,
      sum(cost_usd)::float8 as cost_usd
    from model_calls
    join events on events.org_id = ${orgId} and events.id = model_calls.event_id
    join cameras on cameras.org_id = ${orgId} and cameras.id = events.camera_id
    where model_calls.org_id = ${orgId} and model_calls.at >= ${from} and model_calls.at < ${before}
    group by cameras.id, cameras.name, cameras.deleted_at
    order by sum(cost_usd) desc nulls last,
      coalesce(sum(input_tokens), 0) + coalesce(sum(output_tokens), 0) desc, cameras.id
    limit ${limit}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

type SumsOfDay = CallSums & { day: string; purpose: ModelPurpose }

/** Sums for each day and purpose, oldest first. @param timezone whose days count */
export function sumCallsByDay(
  db: Db,
  orgId: string,
  { from, before, timezone }: { from: Date; before: Date; timezone: string },
): Promise<SumsOfDay[]> {
  return db
    .selectFrom('model_calls')
    .select([sql<string>`((at at time zone ${timezone})::date)::text`.as('day'), 'purpose', ...sums])
    .where('org_id', '=', orgId)
    .where('at', '>=', from)
    .where('at', '<', before)
    .groupBy(['day', 'purpose'])
    .orderBy('day')
    .orderBy('purpose')
    .execute()
}

/** The sums of the whole time, which are none of the sums of its days where one is not known. */
export function sumCalls(
  db: Db,
  orgId: string,
  { from, before }: { from: Date; before: Date },
): Promise<CallSums> {
  return db
    .selectFrom('model_calls')
    .select([...sums])
    .where('org_id', '=', orgId)
    .where('at', '>=', from)
    .where('at', '<', before)
    .executeTakeFirstOrThrow()
}
