import type { JudgeBudget, JudgeBudgetPatch } from '@sightline/protocol'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import { timezoneOf } from '../../../identity/organisation/organisation.service.js'
import type { Caller } from '../../../platform/caller.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import type { Platform } from '../../../platform/platform.js'
import { dayAfter, localDay, startOfDay } from '../../../platform/time/calendar.js'
import {
  giveQuestionBack,
  type JudgeBudgetRow,
  readBudget,
  saveBudget,
  takeQuestion,
} from './budget.repository.js'

type BudgetDeps = Pick<Platform, 'database' | 'clock'>

/** What the organisation's judge may ask today, and what it has asked. */
export async function getJudgeBudget(deps: BudgetDeps, { orgId }: Caller): Promise<JudgeBudget> {
  const db = deps.database.forOrg(orgId)
  return toBudget(await readBudget(db, orgId), deps.clock.now(), await timezoneOf(db, orgId))
}

/** Changes some settings; what was used today stays used. */
export function updateJudgeBudget(
  deps: BudgetDeps,
  caller: Caller,
  patch: JudgeBudgetPatch,
): Promise<JudgeBudget> {
  const { orgId } = caller
  return deps.database.inOrg(orgId, async (tx) => {
    const row = await saveBudget(tx, orgId, patch)
    const target = { kind: 'judge_budget', id: orgId }
    await recordAudit(tx, caller, 'judge_budget.updated', { target, data: { ...patch } })
    return toBudget(row, deps.clock.now(), await timezoneOf(tx, orgId))
  })
}

/** A question taken from the budget. */
interface TakenQuestion {
  /** Gives it back, because it was not sent. */
  giveBack(): Promise<void>
}

/** Takes a question from today's budget before it is asked; null if the budget is spent. */
export async function takeJudgeQuestion(deps: BudgetDeps, orgId: string): Promise<TakenQuestion | null> {
  const db = deps.database.forOrg(orgId)
  const today = localDay(deps.clock.now(), await timezoneOf(db, orgId))
  const day = await takeQuestion(db, orgId, today)
  return day === null ? null : { giveBack: () => giveQuestionBack(db, orgId, day) }
}

/** @param now milliseconds since the epoch */
function toBudget(row: JudgeBudgetRow, now: number, timezone: string): JudgeBudget {
  const today = localDay(now, timezone)
  const used = row.day < today ? 0 : row.used
  // After a change of the time zone the day of the budget may still be to come: it lasts until it is over there.
  const day = row.day < today ? today : row.day
  return {
    daily_limit: row.daily_limit,
    used,
    remaining: Math.max(0, row.daily_limit - used),
    resets_at: toTimestamp(new Date(startOfDay(dayAfter(day), timezone))),
    when_spent: row.when_spent,
    when_unavailable: row.when_unavailable,
  }
}
