import type { Tx, WorkerDb } from '../../../platform/database/handles.js'
import { fromNow } from '../../../platform/database/instant.js'
import { findMail, type OutgoingMailRow, settleMail } from '../../../platform/mail/mail.repository.js'
import { connectionsAtMost, type Mailer, type MailOutcome } from '../../../platform/mail/mailer.js'
import type { Platform } from '../../../platform/platform.js'
import { claimFairly } from '../../../platform/work/fair-claim.repository.js'
import { type ClaimedRow, type ClaimOptions, WorkLoop } from '../../../platform/work/work-loop.js'
import { type DecidingSetting, noMailServer } from '../decisions/deciding-setting.js'
import { type Carrier, noteFailed, noteHeldBackOf, noteSent } from '../decisions/decision.repository.js'
import { composeMail, type Unseen } from './alert-mail.js'
import { waitAfter } from './mail-retry.js'

/** How long a node without a mail server leaves a mail to those that have one. */
const leaveToOthers = { waitMs: 60_000, forMs: 60 * 60_000 }

/**
 * The worker that sends this node's share of the mails. A mail is at the server before its row says so: a node that
 * dies between the two leaves the row to another, and the mail goes out once more, under the same Message-ID.
 * @param mailer null where no mail server is set
 */
export function createMailLoop(platform: Platform, mailer: Mailer | null): WorkLoop {
  return new WorkLoop({
    ...platform,
    workerId: platform.nodeId,
    table: 'outgoing_mail',
    concurrency: connectionsAtMost,
    claim: (options) => claimMails(platform.database.worker, options),
    perform: (row, signal) => attemptMail({ ...platform, mailer, random: Math.random }, row, signal),
  })
}

/** Takes due mails: the first of each organisation, then the second of each, and so on, so that no backlog delays the others. */
export function claimMails(worker: WorkerDb, claim: ClaimOptions): Promise<ClaimedRow[]> {
  return claimFairly(worker, { ...claim, table: 'outgoing_mail', perOrg: claim.limit, taken: new Map() })
}

interface MailLoopDeps
  extends Pick<Platform, 'database' | 'clock' | 'log' | 'publicUrl' | 'metrics' | 'secretBox'> {
  readonly mailer: Mailer | null
  /** Between 0 (included) and 1 (excluded). */
  readonly random: () => number
}

/**
 * Makes one attempt of a claimed mail and writes down what came of it. It throws if it is cut off, or if the database
 * fails; the row is given back then.
 */
async function attemptMail(deps: MailLoopDeps, row: ClaimedRow, signal: AbortSignal): Promise<void> {
  const db = deps.database.forOrg(row.orgId)
  const mail = await findMail(db, row.orgId, row.id)
  if (mail?.status !== 'pending') return
  if (!deps.mailer) return settle(deps, mail, row, withoutServer(deps, mail))
  // Its address is not known yet, and links begin with it.
  if (deps.publicUrl() === '') return settle(deps, mail, row, starting)
  const { secretBox, clock } = deps
  const now = new Date(clock.now())
  const letter = await composeMail({ db, secretBox, publicUrl: deps.publicUrl(), now }, mail)
  if (letter.kind === 'undeliverable')
    return settle(deps, mail, row, { kind: 'dropped', reason: letter.reason, by: letter.by })
  const outcome = await deps.mailer.send({ ...letter, id: mail.id }, signal)
  // Cut off by the end of this node, or because another has the row: it is given back as it was.
  if (outcome.kind !== 'sent') signal.throwIfAborted()
  await settle(deps, mail, row, nextStep(deps, { mail, row, outcome, unseen: letter.unseen }))
}

/** What follows an attempt. */
type NextStep =
  | { readonly kind: 'sent'; readonly unseen: Unseen | null }
  /** `by`: the setting that keeps it from its reader; null if none does. */
  | { readonly kind: 'dropped'; readonly reason: string; readonly by: DecidingSetting | null }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs: number }

const starting: NextStep = { kind: 'retry', reason: 'the node is starting', afterMs: 1_000 }

/** A node without a mail server sends nothing; another may have one, so that what people wait for is not thrown away. */
function withoutServer({ clock }: MailLoopDeps, mail: OutgoingMailRow): NextStep {
  const { reason } = noMailServer
  const waits = mail.purpose === 'message' && clock.now() - mail.created_at.getTime() < leaveToOthers.forMs
  return waits
    ? { kind: 'retry', reason, afterMs: leaveToOthers.waitMs }
    : { kind: 'dropped', reason, by: noMailServer }
}

interface MailAttempted {
  readonly mail: OutgoingMailRow
  readonly row: ClaimedRow
  readonly outcome: MailOutcome
  readonly unseen: Unseen | null
}

function nextStep({ clock, random }: MailLoopDeps, { mail, row, outcome, unseen }: MailAttempted): NextStep {
  if (outcome.kind === 'sent') return { kind: 'sent', unseen }
  const { kind, reason } = outcome
  if (kind === 'refused') return { kind: 'failed', reason }
  const ageMs = clock.now() - mail.created_at.getTime()
  const afterMs = waitAfter({ attempt: row.attempt, ageMs, random: random() })
  return afterMs === null ? { kind: 'failed', reason } : { kind: 'retry', reason, afterMs }
}

async function settle(
  deps: MailLoopDeps,
  mail: OutgoingMailRow,
  row: ClaimedRow,
  step: NextStep,
): Promise<void> {
  const now = deps.clock.now()
  const change =
    step.kind === 'retry'
      ? { next_at: fromNow(step.afterMs), last_error: step.reason }
      : {
          status: step.kind,
          finished_at: new Date(now),
          last_error: step.kind === 'sent' ? null : step.reason,
          // It may hold a link that lets somebody in; nobody needs it any more.
          ...(mail.purpose === 'message' && { body_text: '', sealed_text: null, sealed_text_key_id: null }),
        }
  const held = await deps.database.inOrg(row.orgId, async (tx) => {
    const isOurs = await settleMail(tx, mail, row.worker, change)
    if (isOurs && mail.purpose !== 'message') await noteOutcome(tx, mail, step, new Date(now))
    return isOurs
  })
  deps.metrics.mails.inc({ outcome: step.kind })
  const reason = step.kind === 'sent' ? null : step.reason
  deps.log.info(
    {
      orgId: row.orgId,
      mailId: row.id,
      purpose: mail.purpose,
      attempt: row.attempt,
      next: step.kind,
      held,
      reason,
    },
    'mail.attempt',
  )
}

/** Writes down for each alert of a mail that has ended whether its reader was notified. */
async function noteOutcome(
  tx: Tx,
  { org_id: orgId, id }: OutgoingMailRow,
  step: NextStep,
  at: Date,
): Promise<void> {
  const mail: Carrier = { column: 'mail_id', id }
  switch (step.kind) {
    case 'retry':
      return
    case 'sent':
      await noteSent(tx, orgId, mail, at)
      if (step.unseen) await noteHeldBackOf(tx, orgId, mail, step.unseen)
      return
    case 'dropped':
      return step.by
        ? noteHeldBackOf(tx, orgId, mail, { alertIds: null, by: step.by })
        : noteFailed(tx, orgId, mail, step.reason)
    case 'failed':
      return noteFailed(tx, orgId, mail, step.reason)
  }
}
