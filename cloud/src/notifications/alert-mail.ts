import { timezoneOf } from '../organisation/organisation.service.js'
import { seesSite, sitesInScope } from '../platform/caller.js'
import type { Db } from '../platform/database/database.js'
import type { SecretBox } from '../platform/secret-box.js'
import { findReader, listTold, type ReaderRow, sealDigest, type TellingRow } from './alert-mail.repository.js'
import type { OutgoingMailRow } from './mail.repository.js'
import { oneLine } from './mail-text.js'
import { textOf } from './sealed-text.js'

/** A mail as it goes out, or why it does not. */
export type Letter =
  | { readonly kind: 'letter'; readonly to: string; readonly subject: string; readonly text: string }
  | { readonly kind: 'nobody'; readonly reason: string }

const nobody = (reason: string): Letter => ({ kind: 'nobody', reason })

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
    return { kind: 'letter', to: to ?? '', subject: subject ?? '', text }
  }
  if (mail.user_id === null || mail.rule_id === null) return nobody('the mail names no reader')
  if (mail.purpose === 'digest') await sealDigest(db, mail.org_id, mail.id)
  const reader = await findReader(db, mail.org_id, mail.user_id, mail.rule_id)
  if (!reader?.enabled) return nobody('the account is disabled')
  if (!reader.channels?.includes('email')) return nobody('the user is no longer a recipient of the rule')
  const told = await listTold(db, mail.org_id, mail.id)
  const seen = told.filter(({ site_id: siteId }) => sees(reader, siteId))
  const [first] = seen
  if (!first) return nobody('the user may not see the site')
  const place = { timezone: await timezoneOf(db, mail.org_id), publicUrl }
  const letter = mail.purpose === 'digest' ? digestOf(first, seen, place) : alertOf(first, place)
  return { kind: 'letter', to: reader.email, ...letter }
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
    `Time:    ${timeOf(alert.triggered_at, place.timezone)}`,
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
): { subject: string; text: string } {
  const count = alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`
  const listed = alerts
    .slice(0, listedAtMost)
    .flatMap((alert) => [
      timeOf(alert.triggered_at, place.timezone),
      `  ${oneLine(alert.description)} (${oneLine(alert.site_name)})`,
      ...(alert.event_id === null ? [] : [`  ${linkOf(alert.event_id, place)}`]),
      '',
    ])
  const more = alerts.length - listedAtMost
  return {
    subject: oneLine(`${first.rule_name}: ${count} arrived late`),
    text: [
      `${count} of the rule ${oneLine(first.rule_name)} arrived late: the gateway could not reach us when it happened.`,
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

/** `Wednesday, 1 July 2026, 10:15:00 (Europe/Berlin)`, put together here because releases of ICU differ. */
function timeOf(moment: Date, timezone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hourCycle: 'h23',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = format.formatToParts(moment)
  const of = (wanted: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value ?? ''
  const day = `${of('weekday')}, ${of('day')} ${of('month')} ${of('year')}`
  return `${day}, ${of('hour')}:${of('minute')}:${of('second')} (${timezone})`
}
