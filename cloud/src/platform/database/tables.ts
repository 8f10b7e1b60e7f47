import type * as alerts from '../../alerts/alert.table.js'
import type * as analysis from '../../analysis/analysis.table.js'
import type { AuditLogTable } from '../../audit/audit.table.js'
import type * as auth from '../../auth/auth.table.js'
import type * as cameras from '../../cameras/camera.table.js'
import type * as compiledRules from '../../compiled-rules/compiled-rule.table.js'
import type { EventTextTable } from '../../event-search/event-search.table.js'
import type * as events from '../../events/event.table.js'
import type { EventFeedbackTable } from '../../feedback/feedback.table.js'
import type * as gateways from '../../gateways/gateway.table.js'
import type * as media from '../../media/media.table.js'
import type { ModelCallTable } from '../../models/model-call.table.js'
import type * as noBigDeal from '../../no-big-deal/no-big-deal.table.js'
import type * as notifications from '../../notifications/notification.table.js'
import type { AiProviderKeyTable, OrganisationTable } from '../../organisation/organisation.table.js'
import type * as relays from '../../relays/relay.table.js'
import type * as serviceAccounts from '../../service-accounts/service-account.table.js'
import type { SiteTable } from '../../sites/site.table.js'
import type * as users from '../../users/user.table.js'
import type * as webhooks from '../../webhooks/webhook.table.js'
import type * as platform from '../platform.table.js'

/**
 * The table list: every table of the service and the type of its rows. The one place below the slices
 * that names them, by type only. A new tenant table also goes into `tenantTables`.
 */

/** Rows of one organisation, under row-level security. */
export interface TenantTables {
  organisations: OrganisationTable
  ai_provider_keys: AiProviderKeyTable
  sites: SiteTable
  users: users.UserTable
  user_sites: users.UserSiteTable
  sessions: auth.SessionTable
  password_tokens: auth.PasswordTokenTable
  service_accounts: serviceAccounts.ServiceAccountTable
  service_account_keys: serviceAccounts.ServiceAccountKeyTable
  service_account_sites: serviceAccounts.ServiceAccountSiteTable
  gateways: gateways.GatewayTable
  pairing_codes: gateways.PairingCodeTable
  gateway_keys: gateways.GatewayKeyTable
  gateway_sessions: gateways.GatewaySessionTable
  gateway_telemetry: gateways.GatewayTelemetryTable
  gateway_discoveries: gateways.GatewayDiscoveryTable
  gateway_commands: gateways.GatewayCommandTable
  cameras: cameras.CameraTable
  camera_streams: cameras.CameraStreamTable
  camera_placements: cameras.CameraPlacementTable
  analysis_focus_versions: analysis.AnalysisFocusVersionTable
  prompt_packs: analysis.PromptPackTable
  camera_leases: relays.CameraLeaseTable
  event_analyses: analysis.EventAnalysisTable
  model_calls: ModelCallTable
  events: events.EventTable
  event_counts: events.EventCountTable
  event_shares: events.EventShareTable
  event_texts: EventTextTable
  event_feedback: EventFeedbackTable
  media: media.MediaTable
  uploads: media.UploadTable
  upload_parts: media.UploadPartTable
  alert_rules: alerts.AlertRuleTable
  alert_rule_revisions: alerts.AlertRuleRevisionTable
  alert_rule_recipients: alerts.AlertRuleRecipientTable
  alert_rule_cooldowns: alerts.AlertRuleCooldownTable
  alerts: alerts.AlertTable
  alert_timeline: alerts.AlertTimelineTable
  outage_watch: alerts.OutageWatchTable
  nbd_rule_knobs: noBigDeal.NbdRuleKnobsTable
  nbd_camera_overrides: noBigDeal.NbdCameraOverrideTable
  held_back_alerts: noBigDeal.HeldBackAlertTable
  nbd_suggestions: noBigDeal.NbdSuggestionTable
  nbd_suggestion_events: noBigDeal.NbdSuggestionEventTable
  compiled_rule_versions: compiledRules.CompiledRuleVersionTable
  rule_judgements: compiledRules.RuleJudgementTable
  rule_verdicts: compiledRules.RuleVerdictTable
  judge_budgets: compiledRules.JudgeBudgetTable
  notifications: notifications.NotificationTable
  outgoing_mail: notifications.OutgoingMailTable
  outgoing_mail_alerts: notifications.OutgoingMailAlertTable
  notification_groups: notifications.NotificationGroupTable
  notification_decisions: notifications.NotificationDecisionTable
  webhooks: webhooks.WebhookTable
  webhook_deliveries: webhooks.WebhookDeliveryTable
  webhook_attempts: webhooks.WebhookAttemptTable
  audit_log: AuditLogTable
  idempotency_keys: platform.IdempotencyKeyTable
}

/** What is found before the organisation is known, and what belongs to none. */
export interface LookupTables {
  user_email_lookup: users.UserEmailLookupTable
  refresh_token_lookup: auth.RefreshTokenLookupTable
  password_token_lookup: auth.PasswordTokenLookupTable
  api_key_lookup: auth.ApiKeyLookupTable
  pairing_code_lookup: gateways.PairingCodeLookupTable
  share_token_lookup: events.ShareTokenLookupTable
  login_failures: auth.LoginFailureTable
  unknown_logins: auth.UnknownLoginTable
  password_requests: auth.PasswordRequestTable
  rate_buckets: platform.RateBucketTable
  nodes: platform.NodeTable
  relays: relays.RelayTable
}

export type Tables = TenantTables & LookupTables

/** What a worker may reach across organisations: the lease of work rows, ids, liveness. */
export interface WorkerTables {
  organisations: Pick<OrganisationTable, 'id'>
  gateway_sessions: Pick<
    gateways.GatewaySessionTable,
    'org_id' | 'gateway_id' | 'epoch' | 'node_id' | 'seen_at' | 'closed_at'
  >
  gateway_commands: Pick<
    gateways.GatewayCommandTable,
    'org_id' | 'id' | 'gateway_id' | 'node_id' | 'status' | 'deadline' | 'created_at'
  >
  /** In direct mode only. */
  cameras: Pick<
    cameras.CameraTable,
    'org_id' | 'id' | 'connection_mode' | 'enabled' | 'deleted_at' | 'config_revision' | 'observed_status'
  >
  camera_leases: relays.CameraLeaseTable
  relays: relays.RelayTable
  webhook_deliveries: Leased<webhooks.WebhookDeliveryTable> &
    Pick<webhooks.WebhookDeliveryTable, 'webhook_id'>
  event_analyses: Leased<analysis.EventAnalysisTable>
  outgoing_mail: Leased<notifications.OutgoingMailTable>
  outage_watch: Leased<alerts.OutageWatchTable>
  rule_judgements: Leased<compiledRules.RuleJudgementTable>
  rule_verdicts: Leased<compiledRules.RuleVerdictTable>
  periodic_tasks: platform.PeriodicTaskTable
  nodes: platform.NodeTable
}

type Leased<T extends { org_id: string; id: string; status: unknown; attempt: unknown }> = Pick<
  T,
  Extract<keyof T, 'org_id' | 'id' | 'status' | 'attempt' | 'next_at' | 'lease_until' | 'worker'>
>

/** Tables whose rows `platform/claim.ts` can lease. */
export const workTables = [
  'webhook_deliveries',
  'outgoing_mail',
  'outage_watch',
  'event_analyses',
  'rule_judgements',
  'rule_verdicts',
] as const
export type WorkTableName = (typeof workTables)[number]

/** Each tenant table and the column that names its organisation. */
export const tenantTables: Readonly<Record<keyof TenantTables, 'org_id' | 'id'>> = {
  organisations: 'id',
  ai_provider_keys: 'org_id',
  sites: 'org_id',
  users: 'org_id',
  user_sites: 'org_id',
  sessions: 'org_id',
  password_tokens: 'org_id',
  service_accounts: 'org_id',
  service_account_keys: 'org_id',
  service_account_sites: 'org_id',
  gateways: 'org_id',
  pairing_codes: 'org_id',
  gateway_keys: 'org_id',
  gateway_sessions: 'org_id',
  gateway_telemetry: 'org_id',
  gateway_discoveries: 'org_id',
  gateway_commands: 'org_id',
  cameras: 'org_id',
  camera_streams: 'org_id',
  camera_placements: 'org_id',
  analysis_focus_versions: 'org_id',
  prompt_packs: 'org_id',
  camera_leases: 'org_id',
  event_analyses: 'org_id',
  model_calls: 'org_id',
  events: 'org_id',
  event_counts: 'org_id',
  event_shares: 'org_id',
  event_texts: 'org_id',
  event_feedback: 'org_id',
  media: 'org_id',
  uploads: 'org_id',
  upload_parts: 'org_id',
  alert_rules: 'org_id',
  alert_rule_revisions: 'org_id',
  alert_rule_recipients: 'org_id',
  alert_rule_cooldowns: 'org_id',
  alerts: 'org_id',
  alert_timeline: 'org_id',
  outage_watch: 'org_id',
  nbd_rule_knobs: 'org_id',
  nbd_camera_overrides: 'org_id',
  held_back_alerts: 'org_id',
  nbd_suggestions: 'org_id',
  nbd_suggestion_events: 'org_id',
  compiled_rule_versions: 'org_id',
  rule_judgements: 'org_id',
  rule_verdicts: 'org_id',
  judge_budgets: 'org_id',
  notifications: 'org_id',
  outgoing_mail: 'org_id',
  outgoing_mail_alerts: 'org_id',
  notification_groups: 'org_id',
  notification_decisions: 'org_id',
  webhooks: 'org_id',
  webhook_deliveries: 'org_id',
  webhook_attempts: 'org_id',
  audit_log: 'org_id',
  idempotency_keys: 'org_id',
}
