import type { AlertRule, RuleRecipient } from '@sightline/protocol'
import { toTimestamp } from '../platform/database/parsing.js'
import type { AlertRuleRow, RecipientRow } from './alert-rule.repository.js'

/** @param recipients of this rule, and maybe of others */
export function toAlertRule(row: AlertRuleRow, recipients: readonly RecipientRow[]): AlertRule {
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
    recipients: recipients.filter((one) => one.rule_id === row.id).map(toRecipient),
    enabled: row.enabled,
    active_version_id: row.compiled_version_id,
    created_at: toTimestamp(row.created_at),
  }
}

export function toRecipient(row: RecipientRow): RuleRecipient {
  const channels = row.channels.filter((channel) => channel === 'in_app' || channel === 'email')
  return { id: row.id, user_id: row.user_id, channels }
}
