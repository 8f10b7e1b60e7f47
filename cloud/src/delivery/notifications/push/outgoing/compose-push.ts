import { seesSite, sitesInScope } from '../../../../platform/caller.js'
import type { Db } from '../../../../platform/database/handles.js'
import { oneLine } from '../../../../platform/mail/mail-text.js'
import {
  accountDisabled,
  byPause,
  type DecidingSetting,
  noRecipientAnyMore,
  notTheirSite,
} from '../../decisions/deciding-setting.js'
import { findReader } from '../../mail/alert-mail.repository.js'
import { pausedUntil } from '../../recipients/pause.js'
import {
  findRuleName,
  listPushedAlerts,
  type OutgoingPushRow,
  type PushedAlertRow,
  sealPushDigest,
} from './outgoing-push.repository.js'

/**
 * What a browser is told, and what the console's service worker reads (`cloud/console/worker`): no picture, no description and no
 * token, for it is shown on locked screens.
 */
export interface PushText {
  readonly kind: 'alert' | 'test'
  /** Name of the rule; '' for the test of a browser. */
  readonly title: string
  /** The camera, or the gateway of a system alert. */
  readonly source: string | null
  readonly severity: string | null
  /** How many alerts it tells of. */
  readonly count: number
  /** Path of the console. */
  readonly address: string
  /** What is shown under the same is replaced. */
  readonly tag: string
}

/** A message as it goes out, or why it does not. */
type ComposedPush =
  | { readonly kind: 'message'; readonly text: PushText; readonly unseen: Unseen | null }
  /** `by`: the setting that keeps it from its reader; null if none does. */
  | { readonly kind: 'undeliverable'; readonly reason: string; readonly by: DecidingSetting | null }

/** Alerts of a message that its reader may not see. */
export interface Unseen {
  readonly alertIds: readonly string[]
  readonly by: DecidingSetting
}

const keptBack = (by: DecidingSetting): ComposedPush => ({ kind: 'undeliverable', reason: by.reason, by })

/**
 * Writes a queued message for its reader as they are now: it is about what they may see, and goes nowhere once they are disabled
 * no longer a recipient of the rule by `push`, or want to be left alone.
 */
export async function composePush(db: Db, push: OutgoingPushRow, now: Date): Promise<ComposedPush> {
  if (push.rule_id === null) return testOf(push, '')
  if (push.purpose === 'digest' || push.purpose === 'group_digest')
    await sealPushDigest(db, push.org_id, push.id)
  const reader = await findReader(db, push.org_id, push.user_id, push.rule_id)
  if (!reader?.enabled) return keptBack(accountDisabled)
  if (!reader.channels?.includes('push')) return keptBack(noRecipientAnyMore(reader.channels))
  const pause = pausedUntil(reader.paused_until, now)
  if (pause) return keptBack(byPause(pause))
  if (push.purpose === 'test') return testOf(push, (await findRuleName(db, push.org_id, push.rule_id)) ?? '')
  const scope = { siteIds: sitesInScope(reader.role, reader.site_ids) }
  const alerts = await listPushedAlerts(db, push.org_id, push.id)
  const seen = alerts.filter(({ site_id: siteId }) => seesSite(scope, siteId))
  const [newest] = seen
  if (!newest) return keptBack(notTheirSite(reader.site_ids))
  const hidden = alerts.filter((alert) => !seen.includes(alert)).map(({ alert_id: id }) => id)
  return {
    kind: 'message',
    text: textOf(push, newest, seen.length),
    unseen: hidden.length === 0 ? null : { alertIds: hidden, by: notTheirSite(reader.site_ids) },
  }
}

/** What followed the first of a group takes its place on the screen, so it counts that one too. */
function textOf(push: OutgoingPushRow, newest: PushedAlertRow, count: number): PushText {
  const source = newest.camera_name ?? newest.gateway_name
  return {
    kind: 'alert',
    title: oneLine(newest.rule_name),
    source: source === null ? null : oneLine(source),
    severity: newest.severity,
    count: push.purpose === 'group_digest' ? newest.in_group : count,
    address: `/alerts/${newest.alert_id}`,
    tag: push.group_id ?? push.id,
  }
}

/** @param rule its name, or '' for the test of a browser */
function testOf(push: OutgoingPushRow, rule: string): ComposedPush {
  return {
    kind: 'message',
    text: {
      kind: 'test',
      title: oneLine(rule),
      source: null,
      severity: null,
      count: 0,
      address: '/me',
      tag: push.id,
    },
    unseen: null,
  }
}
