import type { SettingOrigin } from '@sightline/protocol'
import type { Hold } from '../no-big-deal/no-big-deal.service.js'

/** A setting that decided whether and how somebody is told, with its value at that time. */
export interface Deciding {
  readonly name: string
  readonly value: unknown
  readonly origin: SettingOrigin
  /** What follows from it, a sentence for people. */
  readonly reason: string
}

/** Entries of a list that a decision keeps. */
const listedAtMost = 10

/** How long alerts are told of together, and whose setting that is. */
export interface NotificationWindow {
  /** 0: every alert by itself. */
  readonly sec: number
  readonly origin: 'organisation' | 'rule'
}

export const byChannels = (channels: readonly string[], reason: string): Deciding => ({
  name: 'channels',
  value: channels,
  origin: 'rule',
  reason,
})

export const byWindow = ({ sec, origin }: NotificationWindow, reason: string): Deciding => ({
  name: 'notification_window_sec',
  value: sec,
  origin,
  reason,
})

/** How long a digest of late alerts waits for more after its first, so that a gateway has time to hand over. */
export const lateDigestSec = 300

export const byLateDigest: Deciding = {
  name: 'late_digest_sec',
  value: lateDigestSec,
  origin: 'service',
  reason: 'it arrived late: the late alerts of a rule come in one e-mail',
}

export const noRecipients: Deciding = {
  name: 'recipients',
  value: [],
  origin: 'rule',
  reason: 'the rule has no recipients',
}

export const accountDisabled: Deciding = {
  name: 'enabled',
  value: false,
  origin: 'user',
  reason: 'the account is disabled',
}

export const notTheirSite = (siteIds: readonly string[]): Deciding => ({
  name: 'site_ids',
  value: siteIds.slice(0, listedAtMost),
  origin: 'user',
  reason: 'the user may not see the site',
})

export const noRecipientAnyMore = (channels: readonly string[] | null): Deciding =>
  byChannels(channels ?? [], 'the user is no longer a recipient of the rule')

export const noMailServer: Deciding = {
  name: 'SMTP_URL',
  value: null,
  origin: 'service',
  reason: 'no mail server is set',
}

/** A knob of No-Big-Deal. */
export const byKnob = ({ knob, value, origin, reason }: Hold): Deciding => ({
  name: knob,
  value,
  origin: origin === 'default' ? 'service' : origin,
  reason,
})
