import { type AlertRule, NotificationChannel, type RuleRecipient } from '@sightline/protocol'
import { toTimestamp } from '../../platform/database/parsing.js'
import type { RuleRecipientRow } from './alert-rule.repository.js'
import type { AlertRuleRow } from './alert-rule.table.js'
import { ruleWarnings } from './rule-warnings.service.js'

/** What an answer says of rules besides their own rows. */
export interface BesideRules {
  /** Of these rules, and maybe of others. */
  readonly recipients: readonly RuleRecipientRow[]
  /** Of compiled versions, by the versions' ids. */
  readonly sentences: ReadonlyMap<string, string>
  /** Channels by which the service can tell nobody. */
  readonly notSetUp: readonly NotificationChannel[]
}

export function toAlertRule(row: AlertRuleRow, { recipients, sentences, notSetUp }: BesideRules): AlertRule {
  const own = recipients.filter((one) => one.rule_id === row.id).map(toRecipient)
  return {
    id: row.id,
    name: row.name,
    rule_kind: row.rule_kind,
    event_category: row.event_category,
    trigger_topic_pattern: row.trigger_topic_pattern,
    source_filter: row.source_filter,
    system_trigger: row.system_trigger,
    custom_tags: row.custom_tags,
    min_confidence: row.min_confidence,
    scope_type: row.scope_type,
    site_ids: row.site_ids,
    camera_ids: row.camera_ids,
    zones_filter: row.zones_filter,
    schedule_type: row.schedule_type,
    cooldown_sec: row.cooldown_sec,
    aggregation_window_seconds: row.aggregation_window_seconds,
    delay_seconds: row.delay_seconds,
    conditions_json: row.conditions_json,
    notification_window_sec: row.notification_window_sec,
    recipients: own,
    enabled: row.enabled,
    active_version_id: row.compiled_version_id,
    active_sentence: sentences.get(row.compiled_version_id ?? '') ?? null,
    channels_not_set_up: notSetUp.filter((channel) => own.some(({ channels }) => channels.includes(channel))),
    severity: row.severity,
    warnings: ruleWarnings(row),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }
}

export function toRecipient(row: RuleRecipientRow): RuleRecipient {
  const channels = row.channels.filter(isChannel)
  return { id: row.id, user_id: row.user_id, user_name: row.user_name, channels }
}

const isChannel = (text: string): text is NotificationChannel => NotificationChannel.safeParse(text).success
