import type { ModelPurpose } from '@sightline/protocol'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../platform/database/database.js'
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
export interface CallSums {
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

export type SumsOfDay = CallSums & { day: string; purpose: ModelPurpose }

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
