import { timezoneOf } from '../organisation/organisation.service.js'
import { seesSite, sitesInScope } from '../platform/caller.js'
import type { Db } from '../platform/database/database.js'
import type { SecretBox } from '../platform/secret-box.js'
import { findReader, listTold, type ReaderRow, sealDigest, type TellingRow } from './alert-mail.repository.js'
import { accountDisabled, type Deciding, noRecipientAnyMore, notTheirSite } from './deciding-setting.js'
import { longTime, zoneOf } from './local-time.js'
import type { OutgoingMailRow } from './mail.repository.js'
import { oneLine } from './mail-text.js'
import { textOf } from './sealed-text.js'

/** A mail as it goes out, or why it does not. */
export type Letter =
  | {
      readonly kind: 'letter'
      readonly to: string
      readonly subject: string
      readonly text: string
      readonly unseen: Unseen | null
    }
  /** `by`: the setting that keeps it from its reader; null if none does. */
  | { readonly kind: 'nobody'; readonly reason: string; readonly by: Deciding | null }

/** Alerts of a mail that its reader may not see. */
export interface Unseen {
  readonly alertIds: readonly string[]
  readonly by: Deciding
}

const nobody = (reason: string): Letter => ({ kind: 'nobody', reason, by: null })
const nobodyBy = (by: Deciding): Letter => ({ kind: 'nobody', reason: by.reason, by })

/** Alerts that a digest lists; of more it says how many. */
const listedAtMost = 100

/**
 * Writes a queued mail. That of alerts is written for its reader as they are now: it tells of what they may see, and
 * of nothing once they are disabled or no longer a recipient of the rule.
 * @param publicUrl where people reach the service, without a slash at the end
 */
export async function composeMail(
  { db, secretBox, publicUrl }: { db: Db; secretBox: SecretBox; publicUrl: string },
  mail: OutgoingMailRow,
): Promise<Letter> {
  if (mail.purpose === 'message') {
    const { recipient: to, subject } = mail
    const text = textOf(secretBox, mail)
    if (text === null) return nobody('the text was sealed with a master key that is gone')
    return { kind: 'letter', to: to ?? '', subject: subject ?? '', text, unseen: null }
  }
  if (mail.user_id === null || mail.rule_id === null) return nobody('the mail names no reader')
  if (mail.purpose !== 'alert') await sealDigest(db, mail.org_id, mail.id)
  const reader = await findReader(db, mail.org_id, mail.user_id, mail.rule_id)
  if (!reader?.enabled) return nobodyBy(accountDisabled)
  if (!reader.channels?.includes('email')) return nobodyBy(noRecipientAnyMore(reader.channels))
  const told = await listTold(db, mail.org_id, mail.id)
  const seen = told.filter(({ site_id: siteId }) => sees(reader, siteId))
  const [first] = seen
  if (!first) return nobodyBy(notTheirSite(reader.site_ids))
  const timezone = zoneOf(reader.preferred_timezone, await timezoneOf(db, mail.org_id))
  const hidden = told.filter((alert) => !seen.includes(alert)).map(({ alert_id: id }) => id)
  return {
    kind: 'letter',
    to: reader.email,
    ...textAbout(mail.purpose, first, seen, { timezone, publicUrl }),
    unseen: hidden.length === 0 ? null : { alertIds: hidden, by: notTheirSite(reader.site_ids) },
  }
}

function textAbout(
  purpose: 'alert' | 'digest' | 'group_digest',
  first: TellingRow,
  alerts: readonly TellingRow[],
  place: Place,
): { subject: string; text: string } {
  const rule = oneLine(first.rule_name)
  const count = alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`
  switch (purpose) {
    case 'alert':
      return alertOf(first, place)
    case 'digest':
      return digestOf(first, alerts, place, {
        subject: `${first.rule_name}: ${count} arrived late`,
        heading: `${count} of the rule ${rule} arrived late: the gateway could not reach us when it happened.`,
      })
    case 'group_digest': {
      const more = alerts.length === 1 ? '1 more alert' : `${alerts.length} more alerts`
      return digestOf(first, alerts, place, {
        subject: `${first.rule_name}: ${more} at ${first.camera_name ?? first.site_name}`,
        heading: `${more} of the rule ${rule} followed the one that you were told of at once.`,
      })
    }
  }
}

function sees({ role, site_ids: siteIds }: ReaderRow, siteId: string): boolean {
  return seesSite({ siteIds: sitesInScope(role, siteIds) }, siteId)
}

interface Place {
  /** IANA name. */
  readonly timezone: string
  readonly publicUrl: string
}

function alertOf(alert: TellingRow, place: Place): { subject: string; text: string } {
  const lines = [
    oneLine(alert.description),
    '',
    `Rule:    ${oneLine(alert.rule_name)}`,
    sourceOf(alert),
    `Site:    ${oneLine(alert.site_name)}`,
    `Time:    ${longTime(alert.triggered_at, place.timezone)}`,
    ...(alert.event_id === null ? [] : ['', linkOf(alert.event_id, place)]),
  ]
  return {
    subject: oneLine(`${alert.rule_name}: ${alert.description}`),
    text: [...lines, '', footerOf(alert.rule_name), ''].join('\n'),
  }
}

function digestOf(
  first: TellingRow,
  alerts: readonly TellingRow[],
  place: Place,
  { subject, heading }: { subject: string; heading: string },
): { subject: string; text: string } {
  const listed = alerts
    .slice(0, listedAtMost)
    .flatMap((alert) => [
      longTime(alert.triggered_at, place.timezone),
      `  ${oneLine(alert.description)} (${oneLine(alert.site_name)})`,
      ...(alert.event_id === null ? [] : [`  ${linkOf(alert.event_id, place)}`]),
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

function sourceOf({ camera_name: camera, gateway_name: gateway }: TellingRow): string {
  return camera === null ? `Gateway: ${oneLine(gateway ?? '')}` : `Camera:  ${oneLine(camera)}`
}

const linkOf = (eventId: string, { publicUrl }: Place): string => `${publicUrl}/events/${eventId}`

const footerOf = (rule: string): string => `You get this mail as a recipient of the rule ${oneLine(rule)}.`
