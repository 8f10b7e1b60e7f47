import type * as platform from '../platform.table.js'

/**
 * The tables of the service and the types of their rows, for Kysely. Each `*.table.ts` adds its own to these interfaces
 * by `declare module`, so that platform knows none of those who stand on it. A new tenant table also goes into
 * `tenantTables`, which does not compile without it.
 */

/** Rows of one organisation, under row-level security. */
export interface TenantTables {
  idempotency_keys: platform.IdempotencyKeyTable
}

/** What is found before the organisation is known, and what belongs to none. */
export interface LookupTables {
  rate_buckets: platform.RateBucketTable
  nodes: platform.NodeTable
}

export type Tables = TenantTables & LookupTables

/** What a worker may reach across organisations: the lease of work rows, ids, liveness. */
export interface WorkerTables {
  periodic_tasks: platform.PeriodicTaskTable
  retention_clock: platform.RetentionClockTable
  nodes: platform.NodeTable
}

/** Tables whose rows `platform/work/work-loop.ts` can lease. */
export const workTables = [
  'webhook_deliveries',
  'outgoing_mail',
  'outgoing_pushes',
  'outage_watch',
  'event_analyses',
  'rule_judgements',
  'rule_verdicts',
] as const satisfies readonly (keyof WorkerTables)[]
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
  totp_secrets: 'org_id',
  recovery_codes: 'org_id',
  passkeys: 'org_id',
  passkey_challenges: 'org_id',
  single_sign_on: 'org_id',
  single_sign_on_groups: 'org_id',
  single_sign_on_group_sites: 'org_id',
  single_sign_on_identities: 'org_id',
  single_sign_on_attempts: 'org_id',
  service_accounts: 'org_id',
  service_account_keys: 'org_id',
  service_account_sites: 'org_id',
  gateways: 'org_id',
  pairing_codes: 'org_id',
  gateway_keys: 'org_id',
  gateway_sessions: 'org_id',
  gateway_telemetry: 'org_id',
  gateway_history: 'org_id',
  gateway_outages: 'org_id',
  gateway_discoveries: 'org_id',
  gateway_commands: 'org_id',
  cameras: 'org_id',
  camera_streams: 'org_id',
  camera_placements: 'org_id',
  camera_outages: 'org_id',
  probe_turns: 'org_id',
  analysis_focus_versions: 'org_id',
  prompt_packs: 'org_id',
  camera_leases: 'org_id',
  live_tokens: 'org_id',
  live_watchings: 'org_id',
  live_streams: 'org_id',
  views: 'org_id',
  view_cameras: 'org_id',
  event_analyses: 'org_id',
  model_calls: 'org_id',
  events: 'org_id',
  event_counts: 'org_id',
  event_shares: 'org_id',
  quarantined_frames: 'org_id',
  event_texts: 'org_id',
  event_feedback: 'org_id',
  media: 'org_id',
  stored_bytes: 'org_id',
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
  outgoing_pushes: 'org_id',
  push_keys: 'org_id',
  push_subscriptions: 'org_id',
  notification_groups: 'org_id',
  notification_decisions: 'org_id',
  webhooks: 'org_id',
  webhook_deliveries: 'org_id',
  webhook_attempts: 'org_id',
  changes: 'org_id',
  access_changes: 'org_id',
  restricted_changes: 'org_id',
  change_cuts: 'org_id',
  audit_log: 'org_id',
  idempotency_keys: 'org_id',
}
