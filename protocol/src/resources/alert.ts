import { z } from 'zod'
import { Id, Message, PageQuery, page, Timestamp } from './common.js'
import { DateBound, EventCategory, LikePattern, TriggerSource } from './event.js'

export const AlertStatus = z.enum(['new', 'acknowledged', 'resolved'])

/** Other names that filters and changes of status accept (two value sets are published). */
export const AlertStatusInput = z
  .enum(['new', 'acknowledged', 'resolved', 'open', 'in_progress'])
  .transform((status) => (status === 'open' ? 'new' : status === 'in_progress' ? 'acknowledged' : status))

/** Body of `PATCH /api/v1/alerts/{id}/status`. */
export const AlertStatusChange = z.object({ status: AlertStatusInput })

export const Alert = z
  .object({
    id: Id,
    rule_id: Id,
    rule_name: z.string(),
    event_id: Id.nullable(),
    camera_id: Id.nullable(),
    status: AlertStatus,
    fired_at: Timestamp,
    acknowledged_at: Timestamp.nullable(),
  })
  .meta({ id: 'Alert' })

export const AlertListQuery = PageQuery.extend({
  rule_id: Id.optional(),
  status: AlertStatusInput.optional(),
  date_from: DateBound.optional(),
  date_to: DateBound.optional(),
})

export const AlertPage = page(Alert)

export const AlertTimeline = z.object({
  alert_id: Id,
  entries: z.array(
    z.object({
      at: Timestamp,
      action: z.enum(['fired', 'acknowledged', 'status_changed', 'late', 'recovered']),
      actor: z.string().nullable(),
      to: AlertStatus.optional(),
    }),
  ),
})

export const RuleKind = z.enum(['camera_event', 'system_event'])
export const ScopeType = z.enum(['all_cameras', 'site', 'cameras'])
export const SystemTrigger = z.enum(['camera_offline', 'gateway_offline'])

export const Recipient = z.object({
  user_id: Id,
  channels: z.array(z.enum(['in_app', 'email'])).max(8),
})

const ruleFields = {
  name: z.string().trim().min(3).max(100),
  event_category: EventCategory.nullable(),
  trigger_topic_pattern: LikePattern.nullable(),
  source_filter: z.array(TriggerSource).max(4).nullable(),
  system_trigger: SystemTrigger.nullable(),
  custom_tags: z.array(z.string().max(100)).max(50),
  min_confidence: z.number().min(0).max(1).nullable(),
  scope_type: ScopeType,
  site_ids: z.array(Id).max(1000),
  camera_ids: z.array(Id).max(1000),
  zones_filter: z.array(z.string().max(100)).max(50),
  schedule_type: z.enum(['always', 'business_hours']),
  cooldown_sec: z.number().int().min(60).max(3600),
  aggregation_window_seconds: z.literal(0),
  delay_seconds: z.literal(0),
  conditions_json: z.strictObject({}).nullable(),
  recipients: z.array(Recipient).max(20),
  enabled: z.boolean(),
}

export const AlertRule = z
  .object({
    ...ruleFields,
    id: Id,
    rule_kind: RuleKind,
    cooldown_sec: z.number().int(),
    aggregation_window_seconds: z.number().int(),
    delay_seconds: z.number().int(),
    conditions_json: z.record(z.string(), z.unknown()),
    recipients: z.array(Recipient.extend({ id: Id })),
    created_at: Timestamp,
  })
  .meta({ id: 'AlertRule' })

/** Body of `POST /api/v1/alert-rules`; unknown keys are ignored. */
export const AlertRuleCreate = z.object({
  name: ruleFields.name,
  rule_kind: RuleKind,
  event_category: ruleFields.event_category.default(null),
  trigger_topic_pattern: ruleFields.trigger_topic_pattern.default(null),
  source_filter: ruleFields.source_filter.default(null),
  system_trigger: ruleFields.system_trigger.default(null),
  custom_tags: ruleFields.custom_tags.default([]),
  min_confidence: ruleFields.min_confidence.default(null),
  scope_type: ruleFields.scope_type.default('all_cameras'),
  site_ids: ruleFields.site_ids.default([]),
  camera_ids: ruleFields.camera_ids.default([]),
  zones_filter: ruleFields.zones_filter.default([]),
  schedule_type: ruleFields.schedule_type.default('always'),
  cooldown_sec: ruleFields.cooldown_sec.default(300),
  aggregation_window_seconds: ruleFields.aggregation_window_seconds.default(0),
  delay_seconds: ruleFields.delay_seconds.default(0),
  conditions_json: ruleFields.conditions_json.default({}),
  recipients: ruleFields.recipients.default([]),
  enabled: ruleFields.enabled.default(true),
})

/** Body of `PATCH /api/v1/alert-rules/{id}`. The rule as changed is checked as a whole. */
export const AlertRulePatch = z.object({ ...ruleFields, rule_kind: RuleKind }).partial()

export const AlertRuleList = z.object({ data: z.array(AlertRule), total: z.number().int().min(0) })
export const AlertRuleDeleted = Message

export type Alert = z.infer<typeof Alert>
export type AlertListQuery = z.infer<typeof AlertListQuery>
export type AlertRule = z.infer<typeof AlertRule>
export type AlertRuleCreate = z.infer<typeof AlertRuleCreate>
export type AlertRulePatch = z.infer<typeof AlertRulePatch>
export type AlertTimeline = z.infer<typeof AlertTimeline>
