import { maxRepeatWindowSec, type SetKnobs } from '@sightline/protocol'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../platform/database/handles.js'
import type { HeldBackAlertTable } from './suppression.table.js'

/** An alert that a rule would make, as it is looked up. */
interface AlertKey {
  readonly ruleId: string
  readonly eventId: string
  readonly cameraId: string
  readonly siteId: string
  readonly kind: string
  readonly triggeredAt: Date
}

/** What is set for a candidate's rule and camera, and what stands around it. */
export interface SuppressionFacts {
  readonly rule_name: string
  readonly rule_knobs: SetKnobs | null
  readonly camera_knobs: SetKnobs | null
  /** Of its site; IANA name. */
  readonly timezone: string
  /** The nearest alerts like it within a day, before and after; null where no repeat window is set. */
  readonly before: Date | null
  readonly after: Date | null
}

/**
 * One statement for all candidates. Bounds of time are given, not computed: under row-level security PostgreSQL looks up
 * by index only what it compares with plain values.
 * @returns a row for each, in their order
 */
export async function readSuppressionFacts(
  tx: Tx,
  orgId: string,
  candidates: readonly AlertKey[],
): Promise<SuppressionFacts[]> {
  const { rows } = await sql<SuppressionFacts>`/* name: knobs_around */
    select r.name as rule_name, of_rule.knobs as rule_knobs, of_camera.knobs as camera_knobs, s.timezone,
      before.at as before, after.at as after
    from unnest(
      ${candidates.map((one) => one.ruleId)}::uuid[],
      ${candidates.map((one) => one.cameraId)}::uuid[],
      ${candidates.map((one) => one.siteId)}::uuid[],
      ${candidates.map((one) => one.eventId)}::uuid[],
      ${candidates.map((one) => one.kind)}::text[],
      ${candidates.map((one) => iso(one.triggeredAt))}::timestamptz[],
      ${candidates.map((one) => iso(one.triggeredAt, -maxRepeatWindowSec))}::timestamptz[],
      ${candidates.map((one) => iso(one.triggeredAt, maxRepeatWindowSec))}::timestamptz[]
    ) with ordinality as c (rule_id, camera_id, site_id, event_id, kind, at, earliest, latest, place)
    join alert_rules r on r.org_id = ${orgId} and r.id = c.rule_id
    join sites s on s.org_id = ${orgId} and s.id = c.site_id
    left join nbd_rule_knobs of_rule on of_rule.org_id = ${orgId} and of_rule.rule_id = c.rule_id
    left join nbd_camera_overrides of_camera
      on of_camera.org_id = ${orgId} and of_camera.camera_id = c.camera_id
    cross join lateral (
      select coalesce(of_camera.knobs->>'repeat_window_sec', of_rule.knobs->>'repeat_window_sec', '0')::int as sec
    ) as repeat
    left join lateral (
      select a.triggered_at as at from alerts a
      where a.org_id = ${orgId} and a.rule_id = c.rule_id and a.camera_id = c.camera_id and a.kind = c.kind
        and a.triggered_at <= c.at and a.triggered_at > c.earliest
        and a.event_id is distinct from c.event_id and repeat.sec > 0
      order by a.triggered_at desc limit 1
    ) as before on true
    left join lateral (
      select a.triggered_at as at from alerts a
      where a.org_id = ${orgId} and a.rule_id = c.rule_id and a.camera_id = c.camera_id and a.kind = c.kind
        and a.triggered_at > c.at and a.triggered_at < c.latest
        and a.event_id is distinct from c.event_id and repeat.sec > 0
      order by a.triggered_at limit 1
    ) as after on true
    order by c.place`.execute(tx)
  return rows
}

const iso = (at: Date, plusSec = 0) => new Date(at.getTime() + plusSec * 1000).toISOString()

/** Records what was held back; the same decision about the same event stands once. */
export async function insertHeldBack(tx: Tx, rows: Insertable<HeldBackAlertTable>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('held_back_alerts')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'rule_id', 'event_id', 'knob']).doNothing())
    .execute()
}
