import type {
  AiUsage,
  AiUsageQuery,
  CameraAiUsageList,
  CameraAiUsageQuery,
  EventAnalysis,
  EventAnswer,
} from '@sightline/protocol'
import { timezoneOf } from '../../identity/organisation/organisation.service.js'
import type { Caller } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import { invalid } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { readInZone } from '../../platform/time/database-zone.js'
import { dateRange } from '../../platform/time/date-range.js'
import { type CeilingDeps, operatorToday } from './daily-ceiling.service.js'
import type { ModelUsage } from './model.service.js'
import {
  countEventsByAnalysis,
  sumCalls,
  sumCallsByCamera,
  sumCallsByDay,
  sumCallsOfEvent,
} from './model-call.repository.js'

const dayMs = 24 * 60 * 60 * 1000
/** Without dates, and at most. */
const [usualDays, mostDays] = [30, 3660]

/** What models were asked for the caller's organisation. @throws AppError invalid */
export async function aiUsage(
  deps: CeilingDeps & Pick<Platform, 'clock'>,
  { orgId }: Caller,
  query: AiUsageQuery,
): Promise<AiUsage> {
  const db = deps.database.serving('reads').forOrg(orgId)
  const timezone = await timezoneOf(db, orgId)
  const { from, before } = timeOf(query, timezone, deps.clock.now())
  const [total, days] = [
    await sumCalls(db, orgId, { from, before }),
    await readInZone(timezone, (zone) => sumCallsByDay(db, orgId, { from, before, timezone: zone })),
  ]
  return {
    total,
    days: days.map(({ day: date, ...sums }) => ({ date, ...sums })),
    events: await countEventsByAnalysis(db, orgId, { from, before }),
    operator_today: await operatorToday(deps, orgId),
  }
}

/** What models were asked about the events of each camera, the dearest first. @throws AppError invalid */
export async function aiUsageOfCameras(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { orgId }: Caller,
  query: CameraAiUsageQuery,
): Promise<CameraAiUsageList> {
  const db = database.serving('reads').forOrg(orgId)
  const time = timeOf(query, await timezoneOf(db, orgId), clock.now())
  const { rows: data, total } = await sumCallsByCamera(db, orgId, { ...time, limit: query.limit })
  return { data, total }
}

/** @throws AppError invalid for a time that ends before it begins, or is longer than ten years */
function timeOf(query: AiUsageQuery, timezone: string, now: number): { from: Date; before: Date } {
  const range = dateRange(query.date_from, query.date_to, timezone)
  const before = range.before ?? new Date(now + 1)
  const from = range.from ?? new Date(before.getTime() - usualDays * dayMs)
  if (from >= before) throw invalid('date_from lies after date_to')
  if (before.getTime() - from.getTime() > mostDays * dayMs) throw invalid('ask for ten years at most')
  return { from, before }
}

/** What models took for one event: all its analyses, and the questions to the judge. */
export function usageOfEvent(db: Db, orgId: string, eventId: string): Promise<EventAnalysis['usage']> {
  return sumCallsOfEvent(db, orgId, eventId)
}

/** Who gave an answer and what that took, as answers of the API carry it. */
type ShownUsage = Pick<EventAnswer, 'provider' | 'model' | 'usage'>

/** @param usage null if no model was asked */
export function shownUsage(usage: ModelUsage | null): ShownUsage {
  if (!usage) return { provider: null, model: null, usage: null }
  const { provider, model, calls, inputTokens, outputTokens, cost, latencyMs } = usage
  return {
    provider,
    model,
    usage: {
      calls,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cost_usd: cost,
      latency_ms: Math.round(latencyMs),
    },
  }
}
