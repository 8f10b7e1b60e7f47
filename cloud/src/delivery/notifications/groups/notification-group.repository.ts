import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { GroupedAlert, NotificationGroupTable } from '../notification.table.js'

/** A group that alerts, or what was held back, belong to: an open one takes them, or this one is opened. */
export interface WantedGroup {
  /** Of the group that is opened if none is open. */
  readonly id: string
  readonly rule_id: string
  readonly rule_name: string
  readonly subject_id: string
  readonly camera_id: string | null
  readonly gateway_id: string | null
  readonly site_id: string
  readonly late: boolean
  /** 0: it is opened for these alone. */
  readonly window_sec: number
  readonly window_origin: 'organisation' | 'rule'
  /** By trigger time. Empty for what was held back. */
  readonly alerts: readonly GroupedAlert[]
}

export type JoinedGroup = Pick<
  Selectable<NotificationGroupTable>,
  | 'id'
  | 'rule_id'
  | 'subject_id'
  | 'site_id'
  | 'late'
  | 'window_sec'
  | 'window_origin'
  | 'closes_at'
  | 'alert_count'
  | 'latest'
>

/** Alerts that a group remembers for its digest; the statement below says the same. */
const rememberedAtMost = 10

/**
 * Puts alerts into the open groups of their keys, or opens groups for them, and holds these until the transaction ends.
 * A group is over when its window has passed, and also when a shorter one was set meanwhile and that has passed; the
 * mail and the message at its end leave then. A group in which all was held back begins its window anew with its first alert.
 *
 * Callers hold the cooldown of each rule and subject, so that two transactions take groups in one order. The unique
 * index makes sure that of two that open one at once the second finds that of the first.
 */
export async function joinGroups(
  tx: Tx,
  orgId: string,
  wanted: readonly WantedGroup[],
): Promise<JoinedGroup[]> {
  const given = wanted.map(({ alerts, ...group }) => ({
    ...group,
    alert_count: alerts.length,
    first_alert_at: alerts.at(0)?.at ?? null,
    last_alert_at: alerts.at(-1)?.at ?? null,
    latest: alerts.slice(-rememberedAtMost),
  }))
  const { rows } = await sql<JoinedGroup>`
    /* name: join_notification_groups */
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as w (
        id uuid, rule_id uuid, rule_name text, subject_id uuid, camera_id uuid, gateway_id uuid, site_id uuid,
        late boolean, window_sec integer, window_origin text, alert_count integer,
        first_alert_at timestamptz, last_alert_at timestamptz, latest jsonb)
    ),
    over as (
      update notification_groups as g set is_current = false
      from wanted as w
      where g.org_id = ${orgId} and g.is_current and g.rule_id = w.rule_id and g.subject_id = w.subject_id
        and g.site_id = w.site_id and g.late = w.late
        and g.closes_at - make_interval(secs => greatest(0, g.window_sec - w.window_sec)) <= now()
      returning g.id, g.rule_id, g.subject_id, g.site_id, g.late, g.closes_at > now() as is_early
    ),
    hurried as (
      update outgoing_mail as mail set next_at = now() from over
      where over.is_early and mail.org_id = ${orgId} and mail.group_id = over.id
        and mail.purpose = 'group_digest' and mail.status = 'pending' and mail.sealed_at is null
    ),
    hurried_pushes as (
      update outgoing_pushes as push set next_at = now() from over
      where over.is_early and push.org_id = ${orgId} and push.group_id = over.id
        and push.purpose = 'group_digest' and push.status = 'pending' and push.sealed_at is null
    )
    insert into notification_groups as g (org_id, id, rule_id, rule_name, subject_id, camera_id, camera_name,
      gateway_id, gateway_name, site_id, site_name, late, window_sec, window_origin, is_current, closes_at,
      alert_count, first_alert_at, last_alert_at, latest)
    select ${orgId}, w.id, w.rule_id, w.rule_name, w.subject_id, w.camera_id, camera.name,
      w.gateway_id, gateway.name, w.site_id, site.name, w.late, w.window_sec, w.window_origin, w.window_sec > 0,
      now() + make_interval(secs => w.window_sec), w.alert_count, w.first_alert_at, w.last_alert_at, w.latest
    from wanted as w
    -- Joined so that a group is over before another of its key is opened.
    left join over using (rule_id, subject_id, site_id, late)
    join sites as site on site.org_id = ${orgId} and site.id = w.site_id
    left join cameras as camera on camera.org_id = ${orgId} and camera.id = w.camera_id
    left join gateways as gateway on gateway.org_id = ${orgId} and gateway.id = w.gateway_id
    order by w.rule_id, w.subject_id, w.site_id, w.late, w.id
    on conflict (org_id, rule_id, subject_id, site_id, late) where is_current do update set
      closes_at = case when g.alert_count = 0 and excluded.alert_count > 0 then excluded.closes_at else g.closes_at end,
      alert_count = g.alert_count + excluded.alert_count,
      first_alert_at = least(g.first_alert_at, excluded.first_alert_at),
      last_alert_at = greatest(g.last_alert_at, excluded.last_alert_at),
      latest = jsonb_path_query_array(g.latest || excluded.latest, '$[last - 9 to last]')
    returning g.id, g.rule_id, g.subject_id, g.site_id, g.late, g.window_sec, g.window_origin, g.closes_at,
      g.alert_count, g.latest`.execute(tx)
  return rows
}

/** A person, a channel, and a group of which they may have been notified by it. */
interface ReaderOfGroup {
  readonly group_id: string
  readonly user_id: string
  readonly channel: 'in_app' | 'email' | 'push'
}

/** Of those asked about, the ones who have been notified of the group, or are about to be. */
export async function listNotifiedOfGroups(
  db: Db,
  orgId: string,
  asked: readonly ReaderOfGroup[],
): Promise<ReaderOfGroup[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<ReaderOfGroup>`/* name: list_notified_of_groups */
    select asked.group_id, asked.user_id, asked.channel
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (group_id uuid, user_id uuid, channel text)
    where exists (
      select from notification_decisions as decision
      where decision.org_id = ${orgId} and decision.group_id = asked.group_id and decision.user_id = asked.user_id
        and decision.channel = asked.channel and decision.outcome in ('sent', 'waiting', 'merged'))`.execute(
    db,
  )
  return rows
}
