import { uuidv7 } from 'uuidv7'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import type { TestDatabase } from '#testing/test-database.js'
import { type NotifiedAlert, notifyRecipients } from './notify-recipients.service.js'

/** What an alert of a test is, where it is not the usual one. */
export interface AlertFacts {
  readonly ruleId?: string
  readonly siteId?: string
  readonly cameraId?: string
  /** Of a gateway, without an event. */
  readonly system?: boolean
  readonly late?: boolean
  readonly description?: string
  /** Seconds after 10:15 UTC of a fixed day. */
  readonly second?: number
}

/** A decision of a test, with the name of its person. */
export interface DecisionOfTest {
  readonly who: string | null
  readonly channel: string | null
  readonly outcome: string
  readonly setting: string
  readonly value: unknown
  readonly origin: string
  readonly reason: string
  readonly notified: boolean
}

/** An organisation with a rule, and what alerts and their recipients need. */
export async function setNotificationScene(test: TestDatabase) {
  const org: SeededOrg = await seedOrg(test)
  const { orgId } = org

  async function addRule(name: string, windowSec: number | null = null): Promise<string> {
    const id = uuidv7()
    await test.query(
      `insert into alert_rules (org_id, id, name, rule_kind, created_by_kind, created_by_name, notification_window_sec)
       values ($1, $2, $3, 'camera_event', 'user', 'Olive', $4)`,
      [orgId, id, name, windowSec],
    )
    return id
  }

  const ruleId = await addRule('Night watch')

  /** A recipient of the rule. Their address begins with their name and the organisation. */
  async function addRecipient(
    name: string,
    channels: readonly string[],
    { role = 'operator', sites = [], rule = ruleId, enabled = true, preferences = {} }: RecipientFacts = {},
  ): Promise<string> {
    const id = uuidv7()
    await test.query(
      `insert into users (org_id, id, email, display_name, role, enabled, preferences)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [orgId, id, addressOf(name), name, role, enabled, preferences],
    )
    for (const siteId of sites)
      await test.query(`insert into user_sites (org_id, user_id, site_id) values ($1, $2, $3)`, [
        orgId,
        id,
        siteId,
      ])
    await test.query(
      `insert into alert_rule_recipients (org_id, id, rule_id, user_id, channels) values ($1, $2, $3, $4, $5)`,
      [orgId, uuidv7(), rule, id, channels],
    )
    return id
  }

  const addressOf = (name: string): string => `${name.toLowerCase()}@${orgId}.example.com`

  async function addSite(name: string): Promise<string> {
    const id = uuidv7()
    await test.query(`insert into sites (org_id, id, name) values ($1, $2, $3)`, [orgId, id, name])
    return id
  }

  /** An event and its alert, as rules write them. */
  async function addAlert({
    late = false,
    system = false,
    ...facts
  }: AlertFacts = {}): Promise<NotifiedAlert> {
    const cameraId = facts.cameraId ?? org.cameraId
    const alert = {
      id: uuidv7(),
      rule_id: facts.ruleId ?? ruleId,
      rule_name: 'Night watch',
      event_id: system ? null : uuidv7(),
      camera_id: system ? null : cameraId,
      gateway_id: system ? org.gatewayId : null,
      site_id: facts.siteId ?? org.siteId,
      description: facts.description ?? 'Motion at Front door',
      late,
      triggered_at: new Date(Date.UTC(2026, 6, 1, 10, 15, facts.second ?? 0)),
    }
    if (alert.event_id !== null)
      await test.query(
        `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
         values ($1, $2, $3, $4, 'motion', 'onvif', $5)`,
        [orgId, alert.event_id, cameraId, alert.site_id, alert.triggered_at],
      )
    await test.query(
      `insert into alerts (org_id, id, rule_id, rule_name, event_id, camera_id, gateway_id, site_id, description, late,
         triggered_at)
       select $1, a.id, a.rule_id, a.rule_name, a.event_id, a.camera_id, a.gateway_id, a.site_id, a.description, a.late,
         a.triggered_at
       from jsonb_populate_record(null::alerts, $2) a`,
      [orgId, alert],
    )
    return alert
  }

  const notify = (...alerts: readonly NotifiedAlert[]) =>
    test.database.inOrg(orgId, (tx) => notifyRecipients(tx, orgId, alerts))

  return {
    ...org,
    ruleId,
    addRule,
    addRecipient,
    addressOf,
    addSite,
    addAlert,
    notify,
    /** An alert that comes now. */
    happen: async (facts: AlertFacts = {}): Promise<NotifiedAlert> => {
      const alert = await addAlert(facts)
      await notify(alert)
      return alert
    },
    /** What was decided, by person, channel and time. */
    decisions: () =>
      test.query<DecisionOfTest>(
        `select user_name as who, channel, outcome, setting_name as setting, setting_value as value,
           setting_origin as origin, reason, told_at is not null as notified
         from notification_decisions where org_id = $1 order by user_name, channel desc, id`,
        [orgId],
      ),
    groups: () =>
      test.query<{ id: string; alert_count: number; is_current: boolean; window_sec: number }>(
        `select * from notification_groups where org_id = $1 order by opened_at, id`,
        [orgId],
      ),
    entries: () =>
      test.query<{
        body: string
        alert_count: number
        read_at: Date | null
        alert_id: string
        title: string
      }>(`select * from notifications where org_id = $1 order by created_at, id`, [orgId]),
    mails: () =>
      test.query<{ purpose: string; status: string; next_at: Date; last_error: string | null }>(
        `select * from outgoing_mail where org_id = $1 order by id`,
        [orgId],
      ),
    /** Moves what was opened or waits into the past, as if so many seconds went by. */
    pass: async (seconds: number) => {
      await test.query(
        `update notification_groups set opened_at = opened_at - make_interval(secs => $2),
           closes_at = closes_at - make_interval(secs => $2) where org_id = $1`,
        [orgId, seconds],
      )
      await test.query(
        `update outgoing_mail set next_at = next_at - make_interval(secs => $2) where org_id = $1 and status = 'pending'`,
        [orgId, seconds],
      )
    },
  }
}

export type NotificationScene = Awaited<ReturnType<typeof setNotificationScene>>

interface RecipientFacts {
  readonly role?: string
  readonly sites?: readonly string[]
  readonly rule?: string
  readonly enabled?: boolean
  readonly preferences?: Readonly<Record<string, unknown>>
}
