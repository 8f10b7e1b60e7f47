import { uuidv7 } from 'uuidv7'
import { seesSite, sitesInScope } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { notify } from '../platform/notify.js'
import { addToDigests, insertAlertMails } from './alert-mail.repository.js'
import { insertNotifications, listRecipients, type RecipientRow } from './notification.repository.js'

/** A newly written alert, as far as its recipients are told of it. */
export interface NotifiedAlert {
  readonly id: string
  readonly rule_id: string
  /** The rule's name when it fired. */
  readonly rule_name: string
  /** Null for a system alert. */
  readonly event_id: string | null
  /** The site at trigger time. */
  readonly site_id: string
  readonly description: string
  /** Its event reached the cloud more than 15 minutes after it happened. */
  readonly late: boolean
}

/**
 * Tells the recipients of the alerts' rules, in the transaction that writes the alerts. Entries of inboxes are written
 * now, for those who may see the site now. E-mail is queued, and judged when it is sent; that of late alerts goes into
 * one digest for each rule and person. Repeating an alert tells nobody twice.
 */
export async function notifyRecipients(
  tx: Tx,
  orgId: string,
  alerts: readonly NotifiedAlert[],
): Promise<void> {
  if (alerts.length === 0) return
  const recipients = await listRecipients(tx, orgId, [...new Set(alerts.map((alert) => alert.rule_id))])
  const told = alerts.flatMap((alert) =>
    recipients.filter(({ rule_id: id }) => id === alert.rule_id).map((person) => ({ alert, person })),
  )
  await insertNotifications(
    tx,
    told
      .filter(({ alert, person }) => takes(person, 'in_app') && seesAlert(person, alert))
      .map(entryOf(orgId)),
  )
  const byMail = told
    .filter(({ person }) => takes(person, 'email'))
    .map(({ alert, person }) => ({ alert, alertId: alert.id, ruleId: alert.rule_id, userId: person.user_id }))
  const alone = byMail.filter(({ alert }) => !alert.late)
  const together = byMail.filter(({ alert }) => alert.late)
  if (alone.length > 0) await insertAlertMails(tx, orgId, alone)
  if (together.length > 0) await addToDigests(tx, orgId, together)
  if (alone.length > 0) await notify(tx, 'work', 'outgoing_mail')
}

interface Told {
  readonly alert: NotifiedAlert
  readonly person: RecipientRow
}

const takes = (person: RecipientRow, channel: 'in_app' | 'email'): boolean =>
  person.channels.includes(channel)

function seesAlert(person: RecipientRow, { site_id: siteId }: NotifiedAlert): boolean {
  return seesSite({ siteIds: sitesInScope(person.role, person.site_ids) }, siteId)
}

const entryOf =
  (orgId: string) =>
  ({ alert, person }: Told) => ({
    org_id: orgId,
    id: uuidv7(),
    user_id: person.user_id,
    kind: 'alert' as const,
    title: alert.rule_name,
    body: alert.description,
    alert_id: alert.id,
    event_id: alert.event_id,
  })
