import type { SetKnobs } from '@sightline/protocol'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../platform/database/database.js'
import { kindOf } from './kind.js'
import type { HeldBackAlertTable } from './no-big-deal.table.js'
import type { QuietCandidate } from './quiet-candidate.js'

/** What is set for a candidate's rule and camera, and what stands around it. */
export interface KnobsAround {
  readonly rule_name: string
  readonly rule_knobs: SetKnobs | null
  readonly camera_knobs: SetKnobs | null
  /** Of its site; IANA name. */
  readonly timezone: string
  /** The nearest alerts like it within its repeat window, before and after. */
  readonly before: Date | null
  readonly after: Date | null
}

/** One statement for all candidates. @returns a row for each, in their order */
export async function readKnobsAround(
  tx: Tx,
  orgId: string,
  candidates: readonly QuietCandidate[],
): Promise<KnobsAround[]> {
  const { rows } = await sql<KnobsAround>`/* name: knobs_around */
    select r.name as rule_name, of_rule.knobs as rule_knobs, of_camera.knobs as camera_knobs, s.timezone,
      near.before, near.after
    from unnest(
      ${candidates.map((one) => one.ruleId)}::uuid[],
      ${candidates.map((one) => one.cameraId)}::uuid[],
      ${candidates.map((one) => one.siteId)}::uuid[],
      ${candidates.map((one) => one.eventId)}::uuid[],
      ${candidates.map(kindOf)}::text[],
      ${candidates.map((one) => one.triggeredAt.toISOString())}::timestamptz[]
    ) with ordinality as c (rule_id, camera_id, site_id, event_id, kind, at, place)
    join alert_rules r on r.org_id = ${orgId} and r.id = c.rule_id
    join sites s on s.org_id = ${orgId} and s.id = c.site_id
    left join nbd_rule_knobs of_rule on of_rule.org_id = ${orgId} and of_rule.rule_id = c.rule_id
    left join nbd_camera_overrides of_camera
      on of_camera.org_id = ${orgId} and of_camera.camera_id = c.camera_id
    cross join lateral (
      select coalesce(of_camera.knobs->>'repeat_window_sec', of_rule.knobs->>'repeat_window_sec', '0')::int as sec
    ) as repeat
    left join lateral (
      select max(a.triggered_at) filter (where a.triggered_at <= c.at) as before,
        min(a.triggered_at) filter (where a.triggered_at > c.at) as after
      from alerts a
      where a.org_id = ${orgId} and a.rule_id = c.rule_id and a.camera_id = c.camera_id and a.kind = c.kind
        and a.triggered_at > c.at - make_interval(secs => repeat.sec)
        and a.triggered_at < c.at + make_interval(secs => repeat.sec)
        and a.event_id is distinct from c.event_id
    ) as near on repeat.sec > 0
    order by c.place`.execute(tx)
  return rows
}

/** Records what was held back; the same decision about the same event stands once. */
export async function insertHeldBack(tx: Tx, rows: Insertable<HeldBackAlertTable>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('held_back_alerts')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'rule_id', 'event_id', 'knob']).doNothing())
    .execute()
}
