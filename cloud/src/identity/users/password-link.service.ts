import type { InvitationLink, PasswordMail } from '@sightline/protocol'
import { type Actor, type Caller, requireNotAbove } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { conflict, missing } from '../../platform/errors.js'
import { mailIsConfigured, queueMail } from '../../platform/mail/queue-mail.js'
import { requireToken } from '../../platform/rate-limit/token-bucket.js'
import { recordAudit } from '../audit/audit.service.js'
import { issuePasswordToken, resetLink } from '../auth/passwords/password-token.service.js'
import { organisationName } from '../organisation/organisation.service.js'
import { writePasswordMail } from './password-mail.js'
import { lockUser, lockUserByEmail } from './user.repository.js'
import type { UserRow } from './user.table.js'
import type { UserDeps } from './user-deps.js'

type LinkDeps = Pick<UserDeps, 'database' | 'clock' | 'publicUrl'>

/** Mails a minute to one person. */
const perMinute = 10
/** Mails a minute to all people of an organisation: addresses are for admins to choose, the sender is the service. */
const perMinuteOfAll = 60

/** A link by which a person sets a password, for the operator to pass on. */
interface PasswordLink {
  readonly user_id: string
  readonly email: string
  readonly purpose: 'invitation' | 'reset'
  readonly link: string
  readonly expires_at: string
}

/**
 * Mails a person the link by which they set a password: an invitation while they never had one, else a reset.
 * @throws AppError missing; forbidden for somebody above the caller; conflict for a disabled account; rate_limited
 */
export async function sendPasswordMail(deps: UserDeps, caller: Caller, id: string): Promise<PasswordMail> {
  const { orgId } = caller
  const bucket = { key: `password-mail:${orgId}:${id}`, perMinute }
  await requireToken(deps.database.lookup, bucket, 'too many mails to this person; wait a moment')
  await requirePasswordMail(deps, orgId)
  const sent = await deps.database.inOrg(orgId, async (tx) => {
    const user = await lockUser(tx, orgId, id)
    if (!user) throw missing('user')
    requireNotAbove(caller, user.role)
    requireEnabled(user)
    await recordAudit(tx, caller, 'user.password_reset_requested', { target: { kind: 'user', id } })
    return mailPasswordLink(deps, tx, user)
  })
  return sent
    ? { message: 'A mail with a link to set a password is on its way.', email_sent: true }
    : {
        message: 'This service sends no mail; its operator can print a link with: cloud user invite-link.',
        email_sent: false,
      }
}

/**
 * Takes one of the mails that an organisation may send; before the transaction that queues it, which must not ask for a
 * second client.
 * @throws AppError rate_limited
 */
export async function requirePasswordMail({ config, database }: UserDeps, orgId: string): Promise<void> {
  if (!mailIsConfigured(config)) return
  const bucket = { key: `password-mail:${orgId}`, perMinute: perMinuteOfAll }
  await requireToken(database.lookup, bucket, 'too many mails to people of this organisation; wait a moment')
}

/**
 * Queues the mail, after `requirePasswordMail`.
 * @returns false where the service sends no mail; then no link is made
 */
export async function mailPasswordLink(deps: UserDeps, tx: Tx, user: UserRow): Promise<boolean> {
  if (!mailIsConfigured(deps.config)) return false
  const { purpose, link } = await makeLink(deps, tx, user)
  const organisation = await organisationName(tx, user.org_id)
  const mail = writePasswordMail({ purpose, link, organisation, name: user.display_name })
  await queueMail(tx, deps.secretBox, { orgId: user.org_id, to: user.email, ...mail })
  return true
}

/**
 * Makes the link for the operator, who passes it on by a way of their own.
 * @throws AppError missing; conflict for a disabled account
 */
export function makePasswordLink(
  deps: LinkDeps,
  actor: Actor,
  { orgId, email }: { orgId: string; email: string },
): Promise<PasswordLink> {
  return deps.database.inOrg(orgId, async (tx) => {
    const user = await lockUserByEmail(tx, orgId, email)
    if (!user) throw missing('account of this address in this organisation')
    requireEnabled(user)
    const made = await makeLink(deps, tx, user)
    const { purpose } = made
    await recordAudit(tx, { orgId, actor }, 'user.password_link_made', {
      target: { kind: 'user', id: user.id },
      data: { purpose },
    })
    return { user_id: user.id, email: user.email, ...made }
  })
}

/**
 * Makes the link by which somebody who never had a password sets one, for an admin to hand over. A link for somebody who
 * has one would be a way into their account: that goes by mail alone.
 * @throws AppError missing; forbidden for somebody above the caller; conflict for a disabled account and for one with a
 *   password; rate_limited
 */
export async function makeInvitationLink(
  deps: UserDeps,
  caller: Caller,
  id: string,
): Promise<InvitationLink> {
  const { orgId } = caller
  const bucket = { key: `invitation-link:${orgId}:${id}`, perMinute }
  await requireToken(deps.database.lookup, bucket, 'too many links for this person; wait a moment')
  return deps.database.inOrg(orgId, async (tx) => {
    const user = await lockUser(tx, orgId, id)
    if (!user) throw missing('user')
    requireNotAbove(caller, user.role)
    requireEnabled(user)
    if (user.password_hash !== null) throw conflict('this person has a password: have a reset mailed to them')
    const { purpose, link, expires_at } = await makeLink(deps, tx, user)
    const target = { kind: 'user', id }
    await recordAudit(tx, caller, 'user.password_link_made', { target, data: { purpose } })
    return { link, expires_at }
  })
}

function requireEnabled(user: UserRow): void {
  if (!user.enabled) throw conflict('this account is disabled: enable it first')
}

async function makeLink(deps: LinkDeps, tx: Tx, user: UserRow) {
  const purpose = user.password_hash === null ? ('invitation' as const) : ('reset' as const)
  const { token, expiresAt } = await issuePasswordToken(tx, {
    orgId: user.org_id,
    userId: user.id,
    purpose,
    now: new Date(deps.clock.now()),
  })
  return { purpose, link: resetLink(deps.publicUrl(), token), expires_at: toTimestamp(expiresAt) }
}
