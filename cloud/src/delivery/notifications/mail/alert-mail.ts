import { timezoneOf } from '../../../identity/organisation/organisation.service.js'
import { seesSite, sitesInScope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import type { OutgoingMailRow } from '../../../platform/mail/mail.repository.js'
import { oneLine } from '../../../platform/mail/mail-text.js'
import { textOf } from '../../../platform/mail/sealed-text.js'
import type { SecretBox } from '../../../platform/secrets/secret-box.js'
import {
  accountDisabled,
  byPause,
  type DecidingSetting,
  noRecipientAnyMore,
  notTheirSite,
} from '../decisions/deciding-setting.js'
import { longTime, zoneOf } from '../local-time.js'
import { pausedUntil } from '../recipients/pause.js'
import {
  findReader,
  listMailedAlerts,
  type MailedAlertRow,
  type ReaderRow,
  sealDigest,
} from './alert-mail.repository.js'

/** A mail as it goes out, or why it does not. */
type Letter =
  | {
      readonly kind: 'letter'
      readonly to: string
      readonly subject: string
      readonly text: string
      readonly unseen: Unseen | null
    }
  /** `by`: the setting that keeps it from its reader; null if none does. */
  | { readonly kind: 'undeliverable'; readonly reason: string; readonly by: DecidingSetting | null }

/** Alerts of a mail that its reader may not see. */
export interface Unseen {
  readonly alertIds: readonly string[]
  readonly by: DecidingSetting
}

const undeliverable = (reason: string): Letter => ({ kind: 'undeliverable', reason, by: null })
const keptBack = (by: DecidingSetting): Letter => ({ kind: 'undeliverable', reason: by.reason, by })

/** Alerts that a digest lists; of more it says how many. */
const listedAtMost = 100

/**
 * Writes a queued mail. That of alerts is written for its reader as they are now: it is about what they may see, and
 * goes nowhere once they are disabled, no longer a recipient of the rule, or want to be left alone.
 * @param publicUrl where people reach the service, without a slash at the end
 */
export async function composeMail(
  { db, secretBox, publicUrl, now }: { db: Db; secretBox: SecretBox; publicUrl: string; now: Date },
  mail: OutgoingMailRow,
): Promise<Letter> {
  if (mail.purpose === 'message') {
    const { recipient: to, subject } = mail
    const text = textOf(secretBox, mail)
    if (text === null) return undeliverable('the text was sealed with a master key that is gone')
    return { kind: 'letter', to: to ?? '', subject: subject ?? '', text, unseen: null }
  }
  if (mail.user_id === null || mail.rule_id === null) return undeliverable('the mail names no reader')
  if (mail.purpose !== 'alert') await sealDigest(db, mail.org_id, mail.id)
  const reader = await findReader(db, mail.org_id, mail.user_id, mail.rule_id)
  if (!reader?.enabled) return keptBack(accountDisabled)
  if (!reader.channels?.includes('email')) return keptBack(noRecipientAnyMore(reader.channels))
  const pause = pausedUntil(reader.paused_until, now)
  if (pause) return keptBack(byPause(pause))
  const mailed = await listMailedAlerts(db, mail.org_id, mail.id)
  const seen = mailed.filter(({ site_id: siteId }) => sees(reader, siteId))
  const [first] = seen
  if (!first) return keptBack(notTheirSite(reader.site_ids))
  const timezone = zoneOf(reader.preferred_timezone, await timezoneOf(db, mail.org_id))
  const hidden = mailed.filter((alert) => !seen.includes(alert)).map(({ alert_id: id }) => id)
  return {
    kind: 'letter',
    to: reader.email,
    ...textAbout(mail.purpose, first, seen, { timezone, publicUrl }),
    unseen: hidden.length === 0 ? null : { alertIds: hidden, by: notTheirSite(reader.site_ids) },
  }
}

function textAbout(
  purpose: 'alert' | 'digest' | 'group_digest',
  first: MailedAlertRow,
  alerts: readonly MailedAlertRow[],
  context: MailContext,
): { subject: string; text: string } {
  const rule = oneLine(first.rule_name)
  const count = alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`
  switch (purpose) {
    case 'alert':
      return alertOf(first, context)
    case 'digest':
      return digestOf(first, alerts, context, {
        subject: `${first.rule_name}: ${count} arrived late`,
        heading: `${count} of the rule ${rule} arrived late: the gateway could not reach us when it happened.`,
      })
    case 'group_digest': {
      const more = alerts.length === 1 ? '1 more alert' : `${alerts.length} more alerts`
      return digestOf(first, alerts, context, {
        subject: `${first.rule_name}: ${more} at ${first.camera_name ?? first.site_name}`,
        heading: `${more} of the rule ${rule} followed the one that you were notified of at once.`,
      })
    }
  }
}

function sees({ role, site_ids: siteIds }: ReaderRow, siteId: string): boolean {
  return seesSite({ siteIds: sitesInScope(role, siteIds) }, siteId)
}

interface MailContext {
  /** IANA name. */
  readonly timezone: string
  readonly publicUrl: string
}

function alertOf(alert: MailedAlertRow, context: MailContext): { subject: string; text: string } {
  const lines = [
    oneLine(alert.description),
    '',
    `Rule:    ${oneLine(alert.rule_name)}`,
    sourceOf(alert),
    `Site:    ${oneLine(alert.site_name)}`,
    `Time:    ${longTime(alert.triggered_at, context.timezone)}`,
    ...(alert.event_id === null ? [] : ['', linkOf(alert.event_id, context)]),
  ]
  return {
    subject: oneLine(`${alert.rule_name}: ${alert.description}`),
    text: [...lines, '', footerOf(alert.rule_name), ''].join('\n'),
  }
}

function digestOf(
  first: MailedAlertRow,
  alerts: readonly MailedAlertRow[],
  context: MailContext,
  { subject, heading }: { subject: string; heading: string },
): { subject: string; text: string } {
  const listed = alerts
    .slice(0, listedAtMost)
    .flatMap((alert) => [
      longTime(alert.triggered_at, context.timezone),
      `  ${oneLine(alert.description)} (${oneLine(alert.site_name)})`,
      ...(alert.event_id === null ? [] : [`  ${linkOf(alert.event_id, context)}`]),
      '',
    ])
  const more = alerts.length - listedAtMost
  return {
    subject: oneLine(subject),
    text: [
      heading,
      '',
      ...listed,
      ...(more > 0 ? [`and ${more} more.`, ''] : []),
      footerOf(first.rule_name),
      '',
    ].join('\n'),
  }
}

function sourceOf({ camera_name: camera, gateway_name: gateway }: MailedAlertRow): string {
  return camera === null ? `Gateway: ${oneLine(gateway ?? '')}` : `Camera:  ${oneLine(camera)}`
}

const linkOf = (eventId: string, { publicUrl }: MailContext): string => `${publicUrl}/events/${eventId}`

const footerOf = (rule: string): string => `You get this mail as a recipient of the rule ${oneLine(rule)}.`
