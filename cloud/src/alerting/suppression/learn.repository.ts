import { sql } from 'kysely'
import type { Tx } from '../../platform/database/handles.js'
import type { Evidence } from './suggest-knob.js'

/** What a suggestion is about: alerts of one kind, of one rule and camera. */
export interface SuggestionKey {
  readonly rule_id: string
  readonly camera_id: string
  readonly kind: string
}

/**
 * What an event had alerts of, or would have had but for No-Big-Deal.
 * @param ruleId only this rule; null: all
 */
export async function listSuggestionKeys(
  tx: Tx,
  orgId: string,
  eventId: string,
  ruleId: string | null,
): Promise<SuggestionKey[]> {
  const { rows } = await sql<SuggestionKey>`
    select alerted.rule_id, alerted.camera_id, alerted.kind
    from (
      select rule_id, camera_id, kind from alerts
        where org_id = ${orgId} and event_id = ${eventId} and camera_id is not null and kind is not null
      union
      select rule_id, camera_id, kind from held_back_alerts
        where org_id = ${orgId} and event_id = ${eventId}
    ) as alerted
    join alert_rules r on r.org_id = ${orgId} and r.id = alerted.rule_id and r.deleted_at is null
    where ${ruleId}::uuid is null or alerted.rule_id = ${ruleId}::uuid
    order by alerted.rule_id, alerted.kind`.execute(tx)
  return rows
}

/** Events of a kind that count at most; the newest. */
const mostEvidence = 200

/**
 * The events of a kind on which feedback was given lately, each with what most people said of it last. What was counted
 * for a suggestion that somebody decided on is not counted again. Of an alert that was held back only `useful` counts:
 * nobody was bothered by it. People who called an event `wrong` speak of its description, and count for neither.
 * @param days how old feedback may be, by the newest on the event that is learnt from
 */
export async function listEvidence(
  tx: Tx,
  orgId: string,
  { rule_id: ruleId, camera_id: cameraId, kind }: SuggestionKey,
  { eventId, days }: { eventId: string; days: number },
): Promise<Evidence[]> {
  const { rows } = await sql<{
    event_id: string
    said: Evidence['said']
    triggered_at: Date
    timezone: string
    confidence: number | null
    held_back: boolean
  }>`
    with said as (
      -- What a person said of the rule goes before what they said of the event.
      select distinct on (f.event_id, f.given_by_kind, f.given_by_id) f.event_id, f.verdict
      from event_feedback f
      where f.org_id = ${orgId} and f.camera_id = ${cameraId} and (f.rule_id is null or f.rule_id = ${ruleId})
        and f.changed_at > (
          select max(changed_at) from event_feedback where org_id = ${orgId} and event_id = ${eventId}
        ) - make_interval(days => ${days})
      order by f.event_id, f.given_by_kind, f.given_by_id, f.rule_id nulls last
    ), by_event as (
      select event_id, sign(
        count(*) filter (where verdict = 'useful') - count(*) filter (where verdict = 'no_big_deal')
      ) as sum
      from said group by event_id
    ), alerted as (
      select event_id, site_id, triggered_at, confidence, true as sent from alerts
        where org_id = ${orgId} and rule_id = ${ruleId} and camera_id = ${cameraId} and kind = ${kind}
      union all
      select event_id, site_id, triggered_at, confidence, false from held_back_alerts
        where org_id = ${orgId} and rule_id = ${ruleId} and camera_id = ${cameraId} and kind = ${kind}
    )
    select distinct on (alerted.triggered_at, alerted.event_id) alerted.event_id,
      case when by_event.sum > 0 then 'useful' else 'no_big_deal' end as said,
      alerted.triggered_at, s.timezone, alerted.confidence, not alerted.sent as held_back
    from by_event
    join alerted on alerted.event_id = by_event.event_id
    join sites s on s.org_id = ${orgId} and s.id = alerted.site_id
    where by_event.sum <> 0 and (alerted.sent or by_event.sum > 0)
      and not exists (
        select from nbd_suggestion_events counted
        join nbd_suggestions one on one.org_id = ${orgId} and one.id = counted.suggestion_id
        where counted.org_id = ${orgId} and counted.event_id = alerted.event_id and one.rule_id = ${ruleId}
          and one.camera_id = ${cameraId} and one.kind = ${kind} and one.status in ('applied', 'dismissed')
      )
    order by alerted.triggered_at desc, alerted.event_id, alerted.sent desc
    limit ${mostEvidence}`.execute(tx)
  return rows.map((row) => ({
    eventId: row.event_id,
    said: row.said,
    triggeredAt: row.triggered_at,
    timezone: row.timezone,
    confidence: row.confidence,
    heldBack: row.held_back,
  }))
}
