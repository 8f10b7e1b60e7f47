import { z } from 'zod'
import {
  followedPage,
  Id,
  Message,
  PageQuery,
  pageWhenAsked,
  queryList,
  since,
  Timestamp,
  UpdatedSince,
} from './common.js'
import { ClipStatus, EventCategory, LikePattern, ShownTriggerSource, TriggerSource } from './event.js'
import { DateBound } from './moment.js'
import { NotificationWindowSec } from './notification-group.js'
import { Severity } from './severity.js'

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

/** What an alert shows of its event. */
export const EventOfAlert = z
  .object({
    event_category: EventCategory,
    trigger_source: ShownTriggerSource,
    summary: z.string().nullable(),
    tags: z.array(z.string()),
    duration_sec: z.number().int().nullable(),
    clip_status: ClipStatus,
    snapshot_url: z.string().nullable().describe('Signed, valid for an hour at most'),
  })
  .meta({ id: 'EventOfAlert' })

/** What lists show of an alert beside itself, with `include=details`. */
const alertDetails = {
  severity: z.string(),
  description: z.string(),
  triggered_at: Timestamp.describe('When the event happened, or the outage began'),
  late: z.boolean().describe('Its event reached the service more than 15 minutes after it happened'),
  site_id: Id.describe('The site at trigger time'),
  camera_name: z.string().nullable().describe('As it is called now; null for the alert of a gateway'),
  gateway_id: Id.nullable().describe('The gateway that was off line; null for any other alert'),
  gateway_name: z.string().nullable(),
  acknowledged_by_name: z.string().nullable(),
  resolved_at: Timestamp.nullable(),
  recovered_at: Timestamp.nullable().describe('When what was off line was back; null while it is not'),
  group_id: Id.nullable().describe('Alerts that were told of together have the same; null if nobody decided'),
  event: EventOfAlert.nullable().describe('Null for a system alert, and for an event that was deleted'),
}

/** An alert as its list shows it. */
export const AlertListItem = Alert.extend(z.object(alertDetails).partial().shape).meta({
  id: 'AlertListItem',
})

/** Which alerts a list or a count is about: those that meet every condition given. */
export const AlertFilterQuery = z.object({
  rule_id: Id.optional(),
  date_from: DateBound.optional(),
  date_to: DateBound.optional(),
  camera_id: Id.optional().meta(since('v1.4')),
  site_id: Id.optional().describe('The site at trigger time').meta(since('v1.4')),
  severity: queryList(Severity, 5)
    .optional()
    .describe('Of one of these severities, each as a parameter of its own')
    .meta(since('v1.4')),
})

export const AlertListQuery = PageQuery.extend({
  ...AlertFilterQuery.shape,
  status: AlertStatusInput.optional(),
  statuses: queryList(AlertStatusInput, 5)
    .optional()
    .describe('In one of these statuses, each as a parameter of its own')
    .meta(since('v1.4')),
  group_id: Id.optional()
    .describe('Alerts that were told of together, as a notification names them')
    .meta(since('v1.4')),
  updated_since: UpdatedSince,
  include: queryList(z.enum(['details']), 1)
    .optional()
    .describe('`details`: each alert with what it is about, where, who took it, and what its event shows')
    .meta(since('v1.4')),
})

export const AlertPage = followedPage(AlertListItem)

/** One alert in full. */
export const AlertDetail = Alert.extend({
  gateway_id: Id.nullable().describe('The gateway that was off line; null for any other alert'),
  site_id: Id.describe('The site at trigger time'),
  severity: z.string(),
  description: z.string(),
  confidence: z.number().nullable(),
  late: z.boolean().describe('Its event reached the service more than 15 minutes after it happened'),
  triggered_at: Timestamp.describe('When the event happened, or the outage began'),
  acknowledged_by: Id.nullable(),
  resolved_at: Timestamp.nullable(),
}).meta({ id: 'AlertDetail' })

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

/** `push`: to the browsers in which somebody allowed it (`/api/v1/push`), since v1.4. */
export const NotificationChannel = z.enum(['in_app', 'email', 'push'])

/** Who is notified of a rule's alerts, and how. An empty list of channels notifies nobody. */
export const Recipient = z.object({
  user_id: Id,
  channels: z.array(NotificationChannel).max(8),
})

/** A recipient as a row of its rule. */
export const RuleRecipient = Recipient.extend({
  id: Id,
  user_name: z.string().describe('What they are called now').meta(since('v1.4')),
}).meta({ id: 'RuleRecipient' })

export const RuleRecipientList = z.object({ data: z.array(RuleRecipient), total: z.number().int().min(0) })

/** Path parameters of a route about one recipient of a rule. */
export const ByRuleRecipient = z.object({ id: Id, recipientId: Id })

/** Recipients of one rule at most (interface: Limits). */
export const maxRecipients = 20

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
  notification_window_sec: NotificationWindowSec.nullable().describe(
    "Alerts of one camera within these seconds are told of together, after the first; null: the organisation's",
  ),
  recipients: z.array(Recipient).max(maxRecipients),
  enabled: z.boolean(),
  severity: Severity.describe(
    'How grave its alerts are where no compiled version or analysis says otherwise',
  ).meta(since('v1.3')),
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
    recipients: z.array(RuleRecipient),
    active_version_id: Id.nullable().describe(
      'The compiled version by which events are judged after analysis; null: the rule fires at once',
    ),
    active_sentence: z
      .string()
      .nullable()
      .describe('The sentence of that version; null if there is none')
      .meta(since('v1.4')),
    channels_not_set_up: z
      .array(NotificationChannel)
      .describe('Channels of its recipients by which the service tells nobody: no mail server is set, say')
      .meta(since('v1.4')),
    warnings: z
      .array(z.string())
      .describe('Why the rule, as it is, can never fire; empty if it can')
      .meta(since('v1.3')),
    created_at: Timestamp,
    updated_at: Timestamp.describe('When the rule, its recipients or its active version last changed').meta(
      since('v1.4'),
    ),
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
  notification_window_sec: ruleFields.notification_window_sec.default(null),
  recipients: ruleFields.recipients.default([]),
  enabled: ruleFields.enabled.default(true),
  severity: ruleFields.severity.default('medium'),
})

/** Body of `PATCH /api/v1/alert-rules/{id}`. The rule as changed is checked as a whole. */
export const AlertRulePatch = z
  .object({
    ...ruleFields,
    rule_kind: RuleKind,
    if_updated_at: Timestamp.describe(
      'The `updated_at` of the rule that the change is made of: 409 if it was changed since',
    ).meta(since('v1.4')),
  })
  .partial()

export const AlertRuleList = pageWhenAsked(AlertRule)
export const AlertRuleDeleted = Message
export const RuleRecipientDeleted = Message

/** The answer of `POST /api/v1/alert-rules/{id}/test`. */
export const AlertRuleTestResult = z.object({
  message: z.string(),
  notified: z.object({
    in_app: z.number().int().min(0).describe('Entries written to inboxes'),
    email: z.number().int().min(0).describe('E-mails on their way'),
    push: z.number().int().min(0).describe('People whose browsers are sent a message').meta(since('v1.4')),
  }),
})

export type Alert = z.infer<typeof Alert>
export type AlertListItem = z.infer<typeof AlertListItem>
export type AlertDetail = z.infer<typeof AlertDetail>
export type AlertFilterQuery = z.infer<typeof AlertFilterQuery>
export type AlertPage = z.infer<typeof AlertPage>
export type AlertListQuery = z.infer<typeof AlertListQuery>
export type AlertRule = z.infer<typeof AlertRule>
export type AlertRuleCreate = z.infer<typeof AlertRuleCreate>
export type AlertRulePatch = z.infer<typeof AlertRulePatch>
export type AlertRuleTestResult = z.infer<typeof AlertRuleTestResult>
export type AlertTimeline = z.infer<typeof AlertTimeline>
export type NotificationChannel = z.infer<typeof NotificationChannel>
export type Recipient = z.infer<typeof Recipient>
export type RuleRecipient = z.infer<typeof RuleRecipient>
