import { type Feedback, type FeedbackCreate, type FeedbackListQuery, isAtLeast } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../identity/audit/audit.service.js'
import { type Caller, requireSite } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { invalid, missing } from '../../platform/errors.js'
import type { Page } from '../../platform/pagination/page.js'
import { pageByTime } from '../../platform/pagination/page-by-time.js'
import type { Platform } from '../../platform/platform.js'
import { requireAlertRule } from '../rules/alert-rule.service.js'
import { learnFromFeedback } from '../suppression/learn-from-feedback.service.js'
import {
  countFeedback,
  type EventOfFeedback,
  type FeedbackRow,
  findAlertOfEvent,
  findEventOfFeedback,
  pageOfFeedback,
  saveFeedback,
} from './feedback.repository.js'

type FeedbackDeps = Pick<Platform, 'database' | 'clock' | 'keys'>

/**
 * Keeps what the caller says of an event, or of a rule that fired for it; said again, it replaces what the same caller
 * said of the same event and rule. What No-Big-Deal learns from it, it learns in the same transaction.
 * @returns what is kept, and whether it is the first
 * @throws AppError missing for an event, rule or alert that is not there or not of the event; forbidden outside the
 *   caller's sites; invalid for a rule that is not the alert's
 */
export async function giveFeedback(
  deps: FeedbackDeps,
  caller: Caller,
  eventId: string,
  body: FeedbackCreate,
): Promise<{ feedback: Feedback; fresh: boolean }> {
  const { orgId, actor } = caller
  const db = deps.database.forOrg(orgId)
  const event = await requireEvent(db, caller, eventId)
  const ruleId = await ruleOf(deps, caller, eventId, body)
  const now = new Date(deps.clock.now())
  return deps.database.inOrg(orgId, async (tx) => {
    const { fresh, ...row } = await saveFeedback(tx, {
      org_id: orgId,
      id: uuidv7(),
      event_id: eventId,
      rule_id: ruleId,
      alert_id: body.alert_id ?? null,
      verdict: body.verdict,
      // Blanks alone say nothing.
      comment: body.comment || null,
      camera_id: event.camera_id,
      event_category: event.event_category,
      given_by_kind: caller.kind,
      given_by_id: caller.kind === 'user' ? caller.userId : caller.serviceAccountId,
      given_by_name: actor.name,
      given_at: now,
      changed_at: now,
    })
    const said = { verdict: row.verdict, rule_id: row.rule_id, alert_id: row.alert_id }
    await recordAudit(tx, { orgId, actor }, 'event.feedback_given', {
      target: { kind: 'event', id: eventId },
      data: said,
    })
    await learnFromFeedback(tx, orgId, {
      eventId,
      ruleId,
      mayChangeKnobs: isAtLeast(caller.role, 'operator'),
    })
    return { feedback: toFeedback(row), fresh }
  })
}

/**
 * What was said of an event, the latest first.
 * @throws AppError missing; forbidden outside the caller's sites; invalid for a foreign cursor
 */
export async function listFeedback(
  deps: FeedbackDeps,
  caller: Caller,
  eventId: string,
  { cursor, limit }: FeedbackListQuery,
): Promise<Page<Feedback>> {
  const { orgId } = caller
  const db = deps.database.forOrg(orgId)
  await requireEvent(db, caller, eventId)
  return pageByTime({
    keys: deps.keys,
    list: `feedback ${orgId} ${eventId}`,
    cursor,
    limit,
    read: (after, most) => pageOfFeedback(db, orgId, eventId, { after, limit: most }),
    count: () => countFeedback(db, orgId, eventId),
    timeOf: (row) => row.changed_at,
    toItem: toFeedback,
  })
}

async function requireEvent(db: Db, caller: Caller, eventId: string): Promise<EventOfFeedback> {
  const event = await findEventOfFeedback(db, caller.orgId, eventId)
  if (!event) throw missing('event')
  requireSite(caller, event.site_id, 'event')
  return event
}

/** The rule of which something is said: the alert's, or the one that is named; null: of the event alone. */
async function ruleOf(
  deps: FeedbackDeps,
  caller: Caller,
  eventId: string,
  { alert_id: alertId, rule_id: ruleId }: FeedbackCreate,
): Promise<string | null> {
  if (alertId === undefined) {
    if (ruleId === undefined) return null
    return (await requireAlertRule(deps, caller, ruleId)).id
  }
  const alert = await findAlertOfEvent(deps.database.forOrg(caller.orgId), caller.orgId, eventId, alertId)
  if (!alert) throw missing('alert of this event')
  if (ruleId !== undefined && ruleId !== alert.rule_id) {
    throw invalid('rule_id: this is not the rule of the alert; leave it out, the alert names its rule')
  }
  return alert.rule_id
}

function toFeedback(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    event_id: row.event_id,
    verdict: row.verdict,
    comment: row.comment,
    rule_id: row.rule_id,
    alert_id: row.alert_id,
    given_by: { kind: row.given_by_kind, id: row.given_by_id, name: row.given_by_name },
    given_at: toTimestamp(row.given_at),
    changed_at: toTimestamp(row.changed_at),
  }
}
