import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.js'
import type { Evidence } from './lesson.js'

/** A kind of a rule and a camera that an event belongs to. */
export interface Subject {
  readonly rule_id: string
  readonly camera_id: string
  readonly kind: string
}

/**
 * What rules told of an event, or would have told but for No-Big-Deal.
 * @param ruleId only this rule; null: all
 */
export async function listSubjects(
  tx: Tx,
  orgId: string,
  eventId: string,
  ruleId: string | null,
): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select told.rule_id, told.camera_id, told.kind
    from (
      select rule_id, camera_id, kind from alerts
        where org_id = ${orgId} and event_id = ${eventId} and camera_id is not null and kind is not null
      union
      select rule_id, camera_id, kind from held_back_alerts
        where org_id = ${orgId} and event_id = ${eventId}
    ) as told
    join alert_rules r on r.org_id = ${orgId} and r.id = told.rule_id and r.deleted_at is null
    where ${ruleId}::uuid is null or told.rule_id = ${ruleId}::uuid
    order by told.rule_id, told.kind`.execute(tx)
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
  { rule_id: ruleId, camera_id: cameraId, kind }: Subject,
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
    ), told as (
      select event_id, site_id, triggered_at, confidence, true as went_out from alerts
        where org_id = ${orgId} and rule_id = ${ruleId} and camera_id = ${cameraId} and kind = ${kind}
      union all
      select event_id, site_id, triggered_at, confidence, false from held_back_alerts
        where org_id = ${orgId} and rule_id = ${ruleId} and camera_id = ${cameraId} and kind = ${kind}
    )
    select distinct on (told.triggered_at, told.event_id) told.event_id,
      case when by_event.sum > 0 then 'useful' else 'no_big_deal' end as said,
      told.triggered_at, s.timezone, told.confidence, not told.went_out as held_back
    from by_event
    join told on told.event_id = by_event.event_id
    join sites s on s.org_id = ${orgId} and s.id = told.site_id
    where by_event.sum <> 0 and (told.went_out or by_event.sum > 0)
      and not exists (
        select from nbd_suggestion_events counted
        join nbd_suggestions one on one.org_id = ${orgId} and one.id = counted.suggestion_id
        where counted.org_id = ${orgId} and counted.event_id = told.event_id and one.rule_id = ${ruleId}
          and one.camera_id = ${cameraId} and one.kind = ${kind} and one.status in ('applied', 'dismissed')
      )
    order by told.triggered_at desc, told.event_id, told.went_out desc
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
