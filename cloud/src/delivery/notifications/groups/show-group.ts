import type { NotificationDecision, NotificationGroup } from '@sightline/protocol'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import type { ShownDecision } from '../decisions/decision.repository.js'
import { digestText } from './digest-text.js'
import type { GroupRow, OutcomeCount } from './group-list.repository.js'

/**
 * @param counts of this group, and maybe of others
 * @param timezone IANA name, for the digest
 */
export function toGroup(row: GroupRow, counts: readonly OutcomeCount[], timezone: string): NotificationGroup {
  const decisions = { sent: 0, waiting: 0, merged: 0, held_back: 0, failed: 0 }
  for (const { group_id: groupId, outcome, count } of counts)
    if (groupId === row.id) decisions[outcome] = count
  return {
    id: row.id,
    rule_id: row.rule_id,
    rule_name: row.rule_name,
    camera_id: row.camera_id,
    camera_name: row.camera_name,
    gateway_id: row.gateway_id,
    gateway_name: row.gateway_name,
    site_id: row.site_id,
    site_name: row.site_name,
    late: row.late,
    window_sec: row.window_sec,
    window_origin: row.window_origin,
    opened_at: toTimestamp(row.opened_at),
    closes_at: toTimestamp(row.closes_at),
    open: row.open,
    alert_count: row.alert_count,
    decisions,
    first_alert_at: toTimestampOrNull(row.first_alert_at),
    last_alert_at: toTimestampOrNull(row.last_alert_at),
    digest: digestText({ count: row.alert_count, latest: row.latest, late: row.late, timezone }),
  }
}

export function toDecision(row: ShownDecision): NotificationDecision {
  return {
    id: row.id,
    decided_at: toTimestamp(row.decided_at),
    alert_id: row.alert_id,
    event_id: row.event_id ?? row.event_of_alert,
    user_id: row.user_id,
    user_name: row.user_name,
    channel: row.channel,
    outcome: row.outcome,
    told_at: toTimestampOrNull(row.told_at),
    reason: row.reason,
    setting: { name: row.setting_name, value: row.setting_value, origin: row.setting_origin },
  }
}
