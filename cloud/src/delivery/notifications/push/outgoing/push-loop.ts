import type { Tx } from '../../../../platform/database/handles.js'
import { fromNow } from '../../../../platform/database/instant.js'
import { CircuitBreaker } from '../../../../platform/outbound-http/circuit-breaker.js'
import type { OutboundHttp } from '../../../../platform/outbound-http/outbound-http.js'
import type { Platform } from '../../../../platform/platform.js'
import { fairLoop } from '../../../../platform/work/fair-loop.js'
import type { ClaimedRow, WorkLoop } from '../../../../platform/work/work-loop.js'
import { noPushContact } from '../../decisions/deciding-setting.js'
import { type Carrier, noteFailed, noteHeldBackOf, noteSent } from '../../decisions/decision.repository.js'
import { openKeyOf, pushContact } from '../subscriptions/push-key.js'
import { noteOutcomes } from '../subscriptions/push-subscription.repository.js'
import { composePush, type Unseen } from './compose-push.js'
import { nextPushStep, type PushStep, stepWhenKeptBack } from './next-push-step.js'
import { findPush, type OutgoingPushRow, settlePush } from './outgoing-push.repository.js'
import { ageOfPush } from './push-retry.js'
import { type BrowserOutcome, type ReachDeps, reachBrowsers } from './reach-browsers.js'

/** Messages at work at once on this node: in all, and of one organisation, whose push services may hang. */
const pushesAtOnce = { concurrency: 40, perOrg: 8 }

/**
 * The worker that sends this node's share of the messages to browsers. A push service has a message before the row says so: a
 * node that dies between the two leaves the row to another, and the message goes out once more, under the same topic and tag,
 * so that a browser shows it once.
 */
export function createPushLoop(platform: Platform, outbound: OutboundHttp): WorkLoop {
  const circuitBreaker = new CircuitBreaker(platform.clock)
  const deps = { ...platform, outbound, circuitBreaker, random: Math.random }
  return fairLoop({
    ...platform,
    workerId: platform.nodeId,
    table: 'outgoing_pushes',
    ...pushesAtOnce,
    perform: (row, signal) => attemptPush(deps, row, signal),
  })
}

interface PushLoopDeps extends ReachDeps, Pick<Platform, 'publicUrl' | 'metrics' | 'config'> {
  /** Between 0 (included) and 1 (excluded). */
  readonly random: () => number
}

/**
 * Makes one attempt of a claimed message and writes down what came of it. It throws if it is cut off, or if the database
 * fails; the row is given back then.
 */
async function attemptPush(deps: PushLoopDeps, row: ClaimedRow, signal: AbortSignal): Promise<void> {
  const db = deps.database.forOrg(row.orgId)
  const push = await findPush(db, row.orgId, row.id)
  if (push?.status !== 'pending') return
  // Its address is not known yet, and may be the contact.
  if (deps.publicUrl() === '') return settle(deps, { push, row, outcomes: [] }, starting)
  const composed = await composePush(db, push, new Date(deps.clock.now()))
  if (composed.kind === 'undeliverable')
    return settle(deps, { push, row, outcomes: [] }, stepWhenKeptBack(push, composed))
  const contact = pushContact(deps.config, deps.publicUrl())
  const key = contact === null ? null : await openKeyOf({ db, secretBox: deps.secretBox }, row.orgId)
  if (contact === null || key === null)
    return settle(
      deps,
      { push, row, outcomes: [] },
      stepWhenKeptBack(push, { reason: noPushContact.reason, by: noPushContact }),
    )
  const outcomes = await reachBrowsers(
    deps,
    { push, text: composed.text, identity: { key, contact } },
    signal,
  )
  // Cut off by the end of this node, or because another has the row: what was not taken is given back as it was.
  if (!outcomes.some(({ outcome }) => outcome.kind === 'taken')) signal.throwIfAborted()
  const ageMs = ageOfPush(push, deps.clock.now())
  const step = nextPushStep({ outcomes, push, attempt: row.attempt, ageMs, random: deps.random() })
  await settle(deps, { push, row, outcomes, unseen: composed.unseen }, step)
}

const starting: PushStep = { kind: 'retry', reason: 'the node is starting', afterMs: 1_000 }

interface Attempted {
  readonly push: OutgoingPushRow
  readonly row: ClaimedRow
  readonly outcomes: readonly BrowserOutcome[]
  readonly unseen?: Unseen | null
}

async function settle(
  deps: PushLoopDeps,
  { push, row, outcomes, unseen = null }: Attempted,
  step: PushStep,
): Promise<void> {
  const now = new Date(deps.clock.now())
  const ended = outcomes.filter(({ outcome }) => outcome.kind !== 'failed').map(({ id }) => id)
  const taken = outcomes.filter(({ outcome }) => outcome.kind === 'taken').map(({ id }) => id)
  const reason = step.kind === 'sent' ? null : step.reason
  const held = await deps.database.inOrg(row.orgId, async (tx) => {
    const isOurs = await settlePush(tx, push, row.worker, {
      reached: [...push.reached, ...ended],
      taken: push.taken + taken.length,
      last_error: reason,
      ...(step.kind === 'retry'
        ? { next_at: fromNow(step.afterMs) }
        : { status: step.kind, finished_at: now }),
    })
    // What browsers took is true whoever holds the row.
    await noteOutcomes(tx, row.orgId, toNote(outcomes), now)
    if (isOurs) await noteDecisions(tx, { push, step, unseen, isTaken: taken.length > 0 }, now)
    return isOurs
  })
  deps.metrics.pushes.inc({ outcome: step.kind })
  deps.log.info(
    {
      orgId: row.orgId,
      pushId: row.id,
      purpose: push.purpose,
      attempt: row.attempt,
      browsers: outcomes.length,
      taken: taken.length,
      next: step.kind,
      held,
      reason,
    },
    'push.attempt',
  )
}

function toNote(outcomes: readonly BrowserOutcome[]) {
  const idsOf = (kind: 'taken' | 'gone') =>
    outcomes.filter(({ outcome }) => outcome.kind === kind).map(({ id }) => id)
  const failures = outcomes.flatMap(({ id, outcome }) =>
    outcome.kind === 'refused' || outcome.kind === 'failed' ? [{ id, failure: outcome.reason }] : [],
  )
  return { taken: idsOf('taken'), gone: idsOf('gone'), failures }
}

interface Decided {
  readonly push: OutgoingPushRow
  readonly step: PushStep
  readonly unseen: Unseen | null
  /** A browser took it in this attempt. */
  readonly isTaken: boolean
}

/** Writes down for each alert of a message whether its reader was notified: they are once one of their browsers took it. */
async function noteDecisions(tx: Tx, { push, step, unseen, isTaken }: Decided, at: Date): Promise<void> {
  const carrier: Carrier = { column: 'push_id', id: push.id }
  if (isTaken && push.taken === 0) {
    await noteSent(tx, push.org_id, carrier, at)
    if (unseen) await noteHeldBackOf(tx, push.org_id, carrier, unseen)
  }
  switch (step.kind) {
    case 'sent':
    case 'retry':
      return
    case 'dropped':
      return step.by
        ? noteHeldBackOf(tx, push.org_id, carrier, { alertIds: null, by: step.by })
        : noteFailed(tx, push.org_id, carrier, step.reason)
    case 'failed':
      return noteFailed(tx, push.org_id, carrier, step.reason)
  }
}
