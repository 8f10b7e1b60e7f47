import type { CircuitBreaker } from '../../../../platform/outbound-http/circuit-breaker.js'
import type { OutboundHttp, Outcome } from '../../../../platform/outbound-http/outbound-http.js'
import type { Platform } from '../../../../platform/platform.js'
import { type SecretBox, SecretError } from '../../../../platform/secrets/secret-box.js'
import { openDevice, type PushDevice } from '../subscriptions/push-device.js'
import {
  listLiveSubscriptions,
  type PushSubscriptionRow,
} from '../subscriptions/push-subscription.repository.js'
import type { PushText } from './compose-push.js'
import type { OutgoingPushRow } from './outgoing-push.repository.js'
import { outcomeOf, type PushOutcome } from './push-outcome.js'
import { ageOfPush, pushLifeMs } from './push-retry.js'
import { type PushIdentity, type PushMessage, sendPush } from './send-push.js'

/** What became of a message to one browser. */
export interface BrowserOutcome {
  /** Of its subscription. */
  readonly id: string
  readonly outcome: PushOutcome
}

export interface ReachDeps extends Pick<Platform, 'database' | 'clock' | 'secretBox' | 'log'> {
  readonly outbound: OutboundHttp
  /** Push services that do not answer are left alone for a while, else they would hold the places of an organisation. */
  readonly circuitBreaker: CircuitBreaker
}

interface Reached {
  readonly push: OutgoingPushRow
  readonly text: PushText
  readonly identity: PushIdentity
}

/** Sends a message to the browsers of its reader that it has not ended with, all at once: at most `mostPushSubscriptions`. */
export async function reachBrowsers(
  deps: ReachDeps,
  { push, text, identity }: Reached,
  signal: AbortSignal,
): Promise<BrowserOutcome[]> {
  const person = { orgId: push.org_id, userId: push.user_id }
  const db = deps.database.forOrg(push.org_id)
  const now = deps.clock.now()
  const browsers = await listLiveSubscriptions(db, person, new Date(now))
  const ageMs = ageOfPush(push, now)
  return Promise.all(
    browsers
      .filter((browser) => isMeant(push, browser))
      .map(async (browser) => {
        const device = opened(deps.secretBox, browser)
        if (!device) return { id: browser.id, outcome: lost }
        const message = messageFor(push, { text, language: browser.language, ageMs })
        return { id: browser.id, outcome: await reach(deps, browser, { device, message, identity }, signal) }
      }),
  )
}

interface Sealable {
  readonly device: PushDevice
  readonly message: PushMessage
  readonly identity: PushIdentity
}

/** What one browser makes of a message is never a failure of the others, which would be sent it again. */
async function reach(
  deps: ReachDeps,
  { org_id: orgId, id, service }: PushSubscriptionRow,
  { identity, ...sendable }: Sealable,
  signal: AbortSignal,
): Promise<PushOutcome> {
  const { circuitBreaker, clock, log } = deps
  const circuit = `${orgId} ${service}`
  const waitMs = circuitBreaker.pauseOf(circuit)
  if (waitMs !== null)
    return { kind: 'failed', reason: 'the push service did not answer again and again', waitMs }
  let health: Health = 'unsettled'
  try {
    const outcome = await sendPush(deps, identity, sendable, signal)
    health = signal.aborted ? 'unsettled' : healthOf(outcome)
    return outcomeOf(outcome, clock.now())
  } catch (err) {
    log.warn({ err, orgId, subscriptionId: id }, 'push.not_sealed')
    return { kind: 'refused', reason: 'the message could not be sealed for this browser' }
  } finally {
    circuitBreaker.settle(circuit, health)
  }
}

type Health = Parameters<CircuitBreaker['settle']>[1]

/** What an attempt says of the push service: that it answers at all. */
function healthOf(outcome: Outcome): Health {
  if (outcome.kind === 'answered') return 'well'
  return outcome.stage === 'address' ? 'unsettled' : 'failed'
}

function isMeant({ reached, subscription_id: only }: OutgoingPushRow, { id }: PushSubscriptionRow): boolean {
  return !reached.includes(id) && (only === null || only === id)
}

const lost: PushOutcome = { kind: 'refused', reason: 'it was sealed with a master key that is gone' }

function opened(secretBox: SecretBox, browser: PushSubscriptionRow) {
  try {
    return openDevice(secretBox, browser)
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}

function messageFor(
  { group_id: groupId, id }: OutgoingPushRow,
  { text, language, ageMs }: { text: PushText; language: string; ageMs: number },
): PushMessage {
  return {
    text: JSON.stringify({ ...text, language }),
    ttlSec: Math.max(60, Math.floor((pushLifeMs - ageMs) / 1000)),
    // An id without its dashes has the 32 characters that a topic may have.
    topic: (groupId ?? id).replaceAll('-', ''),
    urgency: text.severity === 'high' || text.severity === 'critical' ? 'high' : 'normal',
  }
}
