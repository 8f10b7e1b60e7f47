import type { AiUsage, AiUsageQuery, EventAnalysis } from '@sightline/protocol'
import { timezoneOf } from '../organisation/organisation.service.js'
import type { Caller } from '../platform/caller.js'
import type { Db } from '../platform/database/database.js'
import { dateRange } from '../platform/date-range.js'
import { invalid } from '../platform/errors.js'
import type { Platform } from '../platform/platform.js'
import { sumCalls, sumCallsByDay, sumCallsOfEvent } from './model-call.repository.js'

const dayMs = 24 * 60 * 60 * 1000
/** Without dates, and at most. */
const [usualDays, mostDays] = [30, 3660]

/** What models were asked for the caller's organisation. @throws AppError invalid */
export async function aiUsage(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { orgId }: Caller,
  query: AiUsageQuery,
): Promise<AiUsage> {
  const db = database.forOrg(orgId)
  const timezone = await timezoneOf(db, orgId)
  const range = dateRange(query.date_from, query.date_to, timezone)
  const before = range.before ?? new Date(clock.now() + 1)
  const from = range.from ?? new Date(before.getTime() - usualDays * dayMs)
  if (from >= before) throw invalid('date_from lies after date_to')
  if (before.getTime() - from.getTime() > mostDays * dayMs) throw invalid('ask for ten years at most')
  const [total, days] = [
    await sumCalls(db, orgId, { from, before }),
    await sumCallsByDay(db, orgId, { from, before, timezone }),
  ]
  return { total, days: days.map(({ day: date, ...sums }) => ({ date, ...sums })) }
}

/** What models took for one event: all its analyses, and the questions to the judge. */
export function usageOfEvent(db: Db, orgId: string, eventId: string): Promise<EventAnalysis['usage']> {
  return sumCallsOfEvent(db, orgId, eventId)
}
