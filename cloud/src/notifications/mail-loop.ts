import type { ClaimedRow } from '../platform/claim.js'
import { WorkLoop } from '../platform/claim.js'
import type { Tx } from '../platform/database/database.js'
import type { Platform } from '../platform/platform.js'
import { composeMail, type Unseen } from './alert-mail.js'
import { claimMails } from './claim-mails.repository.js'
import { type Deciding, noMailServer } from './deciding-setting.js'
import { noteHeldBackOfMail, noteMailFailed, noteMailSent } from './decision.repository.js'
import { findMail, type OutgoingMailRow, settleMail } from './mail.repository.js'
import { waitAfter } from './mail-retry.js'
import { connectionsAtMost, type Mailer, type MailOutcome } from './mailer.js'

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

export interface MailLoopDeps
  extends Pick<Platform, 'database' | 'clock' | 'log' | 'nodeId' | 'publicUrl' | 'metrics' | 'secretBox'> {
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
  const { secretBox } = deps
  const letter = await composeMail({ db, secretBox, publicUrl: deps.publicUrl() }, mail)
  if (letter.kind === 'nobody')
    return settle(deps, mail, row, { kind: 'dropped', reason: letter.reason, by: letter.by })
  const outcome = await deps.mailer.send({ ...letter, id: mail.id }, signal)
  // Cut off by the end of this node, or because another has the row: it is given back as it was.
  if (outcome.kind !== 'sent') signal.throwIfAborted()
  await settle(deps, mail, row, nextStep(deps, mail, row, outcome, letter.unseen))
}

/** What follows an attempt. */
type NextStep =
  | { readonly kind: 'sent'; readonly unseen: Unseen | null }
  /** `by`: the setting that keeps it from its reader; null if none does. */
  | { readonly kind: 'dropped'; readonly reason: string; readonly by: Deciding | null }
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

function nextStep(
  { clock, random }: MailLoopDeps,
  mail: OutgoingMailRow,
  { attempt }: ClaimedRow,
  outcome: MailOutcome,
  unseen: Unseen | null,
): NextStep {
  if (outcome.kind === 'sent') return { kind: 'sent', unseen }
  const { kind, reason } = outcome
  if (kind === 'refused') return { kind: 'failed', reason }
  const ageMs = clock.now() - mail.created_at.getTime()
  const afterMs = waitAfter({ attempt, ageMs, random: random() })
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
      ? { next_at: new Date(now + step.afterMs), last_error: step.reason }
      : {
          status: step.kind,
          finished_at: new Date(now),
          last_error: step.kind === 'sent' ? null : step.reason,
          // It may hold a link that lets somebody in; nobody needs it any more.
          ...(mail.purpose === 'message' && { body_text: '', sealed_text: null, sealed_text_key_id: null }),
        }
  const held = await deps.database.inOrg(row.orgId, async (tx) => {
    const isOurs = await settleMail(tx, mail, deps.nodeId, change)
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

/** Writes down for each alert of a mail that has ended what became of telling its reader. */
async function noteOutcome(
  tx: Tx,
  { org_id: orgId, id }: OutgoingMailRow,
  step: NextStep,
  at: Date,
): Promise<void> {
  switch (step.kind) {
    case 'retry':
      return
    case 'sent':
      await noteMailSent(tx, orgId, id, at)
      if (step.unseen) await noteHeldBackOfMail(tx, orgId, id, step.unseen.alertIds, step.unseen.by)
      return
    case 'dropped':
      return step.by
        ? noteHeldBackOfMail(tx, orgId, id, null, step.by)
        : noteMailFailed(tx, orgId, id, step.reason)
    case 'failed':
      return noteMailFailed(tx, orgId, id, step.reason)
  }
}
