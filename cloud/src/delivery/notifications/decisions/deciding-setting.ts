import type { SettingOrigin } from '@sightline/protocol'

/** A setting that decided whether and how somebody is notified, with its value at that time. */
export interface DecidingSetting {
  readonly name: string
  readonly value: unknown
  readonly origin: SettingOrigin
  /** What follows from it, a sentence for people. */
  readonly reason: string
}

/** Entries of a list that a decision keeps. */
const listedAtMost = 10

/** How long alerts are grouped, and whose setting that is. */
export interface NotificationWindow {
  /** 0: every alert by itself. */
  readonly sec: number
  readonly origin: 'organisation' | 'rule'
}

export const byChannels = (channels: readonly string[], reason: string): DecidingSetting => ({
  name: 'channels',
  value: channels,
  origin: 'rule',
  reason,
})

export const byWindow = ({ sec, origin }: NotificationWindow, reason: string): DecidingSetting => ({
  name: 'notification_window_sec',
  value: sec,
  origin,
  reason,
})

/** How long a digest of late alerts waits for more after its first, so that a gateway has time to hand over. */
export const lateDigestSec = 300

export const byLateDigest = (channel: 'email' | 'push'): DecidingSetting => ({
  name: 'late_digest_sec',
  value: lateDigestSec,
  origin: 'service',
  reason: `it arrived late: the late alerts of a rule come in one ${channel === 'email' ? 'e-mail' : 'message'}`,
})

export const noRecipients: DecidingSetting = {
  name: 'recipients',
  value: [],
  origin: 'rule',
  reason: 'the rule has no recipients',
}

export const accountDisabled: DecidingSetting = {
  name: 'enabled',
  value: false,
  origin: 'user',
  reason: 'the account is disabled',
}

/** Somebody wants to be left alone until then: the inbox has it, and nothing else tells of it. */
export const byPause = (until: Date): DecidingSetting => ({
  name: pauseSetting,
  value: until.toISOString(),
  origin: 'user',
  reason: `the user wants to be left alone until ${until.toISOString()}`,
})

export const pauseSetting = 'notifications_paused_until'

export const notTheirSite = (siteIds: readonly string[]): DecidingSetting => ({
  name: 'site_ids',
  value: siteIds.slice(0, listedAtMost),
  origin: 'user',
  reason: 'the user may not see the site',
})

export const noRecipientAnyMore = (channels: readonly string[] | null): DecidingSetting =>
  byChannels(channels ?? [], 'the user is no longer a recipient of the rule')

export const noMailServer: DecidingSetting = {
  name: 'SMTP_URL',
  value: null,
  origin: 'service',
  reason: 'no mail server is set',
}

export const noPushContact: DecidingSetting = {
  name: 'VAPID_SUBJECT',
  value: null,
  origin: 'service',
  reason: 'messages to browsers are not set up',
}

export const noBrowser: DecidingSetting = {
  name: 'push_subscriptions',
  value: 0,
  origin: 'user',
  reason: 'messages are allowed in no browser in which the user is signed in',
}

/** What holds an alert back, as the rules say it. */
export interface KnobThatHolds {
  readonly knob: string
  readonly value: unknown
  readonly origin: SettingOrigin | 'default'
  /** A sentence for people. */
  readonly reason: string
}

export const byKnob = ({ knob, value, origin, reason }: KnobThatHolds): DecidingSetting => ({
  name: knob,
  value,
  origin: origin === 'default' ? 'service' : origin,
  reason,
})
