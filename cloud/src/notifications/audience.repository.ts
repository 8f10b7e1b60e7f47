import type { Role } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.js'

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
  /** The sites assigned to them; they count for a viewer only. */
  readonly site_ids: readonly string[]
  /** Of the alerts that were asked about, those of which somebody has decided already. */
  readonly decided: readonly string[]
}

/** Whom the rules tell, and by which settings, in a fixed order. */
export function listAudience(
  db: Db,
  orgId: string,
  ruleIds: readonly string[],
  alertIds: readonly string[],
): Promise<AudienceRow[]> {
  return db
    .selectFrom('alert_rules as rule')
    .innerJoin('organisations', 'organisations.id', 'rule.org_id')
    .leftJoin('alert_rule_recipients as recipient', (join) =>
      join
        .onRef('recipient.org_id', '=', 'rule.org_id')
        .onRef('recipient.rule_id', '=', 'rule.id')
        .on('recipient.org_id', '=', orgId),
    )
    .leftJoin('users', (join) =>
      join
        .onRef('users.org_id', '=', 'recipient.org_id')
        .onRef('users.id', '=', 'recipient.user_id')
        .on('users.org_id', '=', orgId),
    )
    .select((select) => [
      'rule.id as rule_id',
      'rule.name as rule_name',
      'rule.notification_window_sec as rule_window_sec',
      'organisations.notification_window_sec as org_window_sec',
      'organisations.timezone as org_timezone',
      'recipient.user_id',
      'recipient.channels',
      'users.display_name',
      'users.role',
      'users.enabled',
      sql<string | null>`users.preferences ->> 'timezone'`.as('preferred_timezone'),
      select
        .fn<string[]>('array', [
          select
            .selectFrom('user_sites')
            .select('user_sites.site_id')
            .whereRef('user_sites.user_id', '=', 'recipient.user_id')
            .where('user_sites.org_id', '=', orgId),
        ])
        .as('site_ids'),
      select
        .fn<string[]>('array', [
          select
            .selectFrom('notification_decisions as decision')
            .select('decision.alert_id')
            .distinct()
            .where('decision.org_id', '=', orgId)
            .where('decision.alert_id', '=', sql<string>`any(${[...alertIds]}::uuid[])`),
        ])
        .as('decided'),
    ])
    .where('rule.org_id', '=', orgId)
    .where('organisations.id', '=', orgId)
    .where('rule.id', 'in', ruleIds)
    .orderBy('rule.id')
    .orderBy('recipient.user_id')
    .execute()
}
