import type { Role } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handles.js'

/** A rule with one of its recipients; the columns of the person are null for a rule without any. */
export interface AudienceRow {
  readonly rule_id: string
  readonly rule_name: string
  /** Seconds; null: the organisation's. */
  readonly rule_window_sec: number | null
  readonly org_window_sec: number
  readonly org_timezone: string
  readonly user_id: string | null
  readonly channels: readonly string[] | null
  readonly display_name: string | null
  readonly role: Role | null
  readonly enabled: boolean | null
  readonly preferred_timezone: string | null
  /** As their preferences have it; it may be over. */
  readonly paused_until: string | null
  readonly now: Date
  /** The sites assigned to them; they count for a viewer only. */
  readonly site_ids: readonly string[]
  /** Of the alerts that were asked about, those of which somebody has decided already. */
  readonly decided: readonly string[]
}

/** The recipients of the rules, and the settings that decide, in a fixed order. */
export async function listAudience(
  db: Db,
  orgId: string,
  ruleIds: readonly string[],
  alertIds: readonly string[],
): Promise<AudienceRow[]> {
  const { rows } = await sql<AudienceRow>`/* name: list_audience */
    select rule.id as rule_id, rule.name as rule_name, rule.notification_window_sec as rule_window_sec,
      organisation.notification_window_sec as org_window_sec, organisation.timezone as org_timezone,
      recipient.user_id, recipient.channels, person.display_name, person.role, person.enabled,
      person.preferences ->> 'timezone' as preferred_timezone,
      person.preferences ->> 'notifications_paused_until' as paused_until, now() as now,
      array(select site_id from user_sites
        where user_sites.org_id = ${orgId} and user_sites.user_id = recipient.user_id) as site_ids,
      array(select distinct alert_id from notification_decisions
        where org_id = ${orgId} and alert_id = any(${[...alertIds]}::uuid[])) as decided
    from alert_rules as rule
    join organisations as organisation on organisation.id = ${orgId}
    left join (alert_rule_recipients as recipient
      join users as person on person.org_id = ${orgId} and person.id = recipient.user_id)
      on recipient.org_id = ${orgId} and recipient.rule_id = rule.id
    where rule.org_id = ${orgId} and rule.id = any(${[...ruleIds]}::uuid[])
    order by rule.id, recipient.user_id`.execute(db)
  return rows
}
