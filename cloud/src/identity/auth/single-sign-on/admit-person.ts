import type { Actor } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { isSqlState } from '../../../platform/database/sqlstate.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import type { Platform } from '../../../platform/platform.js'
import { recordAudit } from '../../audit/audit.service.js'
import { lockOrganisation } from '../../organisation/organisation.service.js'
import { createProvisionedUser, giveAccess, lockUserByEmail } from '../../users/provisioned-user.service.js'
import type { UserRow } from '../../users/user.table.js'
import { actorOf, lockUser, noteSignIn } from '../auth.repository.js'
import { storeSession } from '../login/open-session.js'
import { revokeSessions } from '../sessions/session.service.js'
import type { RefreshGrant } from '../tokens/grant.js'
import { grantedBy } from './granted-access.js'
import type { IssuerPerson } from './issuer-claims.js'
import { findUserIdOfSubject, noteIdentity } from './sign-in-identity.repository.js'
import { type SignInProblem, SignInRefused } from './sign-in-problem.js'
import { findSingleSignOn, listSignInGroups, type SingleSignOnRow } from './single-sign-on.repository.js'

/**
 * How long such a session lasts, milliseconds: what the issuer takes away acts when somebody signs in again, so it is a day and
 * not the seven of a password.
 */
const lastsMs = 24 * 60 * 60_000

/** Somebody whom the issuer has proven, on their way in. */
export interface Arriving {
  readonly setting: SingleSignOnRow
  readonly person: IssuerPerson
  readonly origin: Origin
  readonly now: Date
}

type Admission = RefreshGrant | { readonly problem: SignInProblem; readonly why: string }

/**
 * Opens a session for somebody by what their groups give. Role and sites follow the groups each time; whose groups give nothing
 * any more is refused, and their sessions end.
 * @throws SignInRefused
 */
export async function admitPerson(
  { database }: Pick<Platform, 'database'>,
  arriving: Arriving,
): Promise<RefreshGrant> {
  const orgId = arriving.setting.org_id
  const attempt = () => database.inOrg(orgId, (tx) => admit(tx, arriving))
  // Two first sign-ins of one person at once: the second finds the account of the first.
  const admission = await attempt().catch((error: unknown) => {
    if (isSqlState(error, 'uniqueViolation') || isSqlState(error, 'foreignKeyViolation')) return attempt()
    throw error
  })
  // A refusal is no rollback: what it wrote stays.
  if ('problem' in admission) throw new SignInRefused(admission.problem, admission.why)
  return admission
}

async function admit(tx: Tx, arriving: Arriving): Promise<Admission> {
  const { setting, person } = arriving
  const orgId = setting.org_id
  // Who takes the issuer away meanwhile waits here, and ends this session too; who did is seen.
  await lockOrganisation(tx, orgId)
  const current = await findSingleSignOn(tx, orgId)
  if (!current?.enabled || current.issuer !== setting.issuer || current.client_id !== setting.client_id)
    return refuse(tx, arriving, { problem: 'again' })
  const granted = grantedBy(person.groups, await listSignInGroups(tx, orgId))
  const found = await findPerson(tx, arriving)
  if (found.kind === 'known' || found.kind === 'linkable') {
    const { user } = found
    if (user.role === 'owner') return refuse(tx, arriving, { problem: 'owner', user })
    if (!user.enabled) return refuse(tx, arriving, { problem: 'disabled', user })
    if (!granted) return refuseWithoutRole(tx, arriving, found)
    if (found.kind === 'linkable') await link(tx, arriving, user)
    return enter(tx, arriving, await giveAccess(tx, user, granted))
  }
  if (found.kind === 'taken') return refuse(tx, arriving, { problem: 'taken', user: found.user })
  if (!granted) return refuse(tx, arriving, { problem: 'no_role' })
  if (!setting.create_users) return refuse(tx, arriving, { problem: 'no_account' })
  if (person.email === null) return refuse(tx, arriving, { problem: 'no_email' })
  const displayName = person.name ?? person.email.split('@')[0]?.slice(0, 100) ?? person.email
  const user = await createProvisionedUser(tx, { orgId, email: person.email, displayName }, granted)
  return enter(tx, arriving, user)
}

type Found =
  /** They came in by the issuer before. */
  | { readonly kind: 'known'; readonly user: UserRow }
  /** They have an account of this address, and may come in by it. */
  | { readonly kind: 'linkable'; readonly user: UserRow }
  /** Somebody has an account of this address. */
  | { readonly kind: 'taken'; readonly user: UserRow }
  | { readonly kind: 'new' }

/** The account, locked. */
async function findPerson(tx: Tx, { setting, person }: Arriving): Promise<Found> {
  const orgId = setting.org_id
  const id = await findUserIdOfSubject(tx, orgId, person)
  const known = id === undefined ? undefined : await lockUser(tx, orgId, id)
  if (known) return { kind: 'known', user: known }
  const user = person.email === null ? undefined : await lockUserByEmail(tx, orgId, person.email)
  if (!user) return { kind: 'new' }
  const mayLink = setting.link_users && person.emailVerified && user.role !== 'owner'
  return { kind: mayLink ? 'linkable' : 'taken', user }
}

/** Whoever else is signed in by the password of the account is not any more. */
async function link(tx: Tx, { setting, person, origin }: Arriving, user: UserRow): Promise<void> {
  const orgId = setting.org_id
  await revokeSessions(tx, { orgId, userId: user.id, reason: 'single_sign_on_linked' })
  await recordAudit(tx, { orgId, actor: actorOf(user, origin) }, 'user.single_sign_on_linked', {
    target: { kind: 'user', id: user.id },
    data: { issuer: person.issuer },
  })
}

async function enter(tx: Tx, { setting, person, origin, now }: Arriving, user: UserRow): Promise<Admission> {
  const account = { orgId: user.org_id, userId: user.id }
  if (!(await noteIdentity(tx, account, person, now)))
    throw new Error('the subject of an issuer belongs to another account')
  await noteSignIn(tx, account, now)
  const by = { single_sign_on: setting.issuer }
  const session = { user, origin, now, clientType: 'web', lastsMs, onlyToSetUp: false, by } as const
  return (await storeSession(tx, session)).refresh
}

/** Their groups are gone: so is what they could do. */
async function refuseWithoutRole(tx: Tx, arriving: Arriving, found: Found & { user: UserRow }) {
  const { user, kind } = found
  if (kind === 'known') await revokeSessions(tx, { orgId: user.org_id, userId: user.id, reason: 'no_role' })
  return refuse(tx, arriving, { problem: 'no_role', user })
}

async function refuse(
  tx: Tx,
  { setting, person, origin }: Arriving,
  { problem, user }: { problem: SignInProblem; user?: UserRow },
): Promise<Admission> {
  const name = person.email ?? person.name ?? person.subject
  const nobody: Actor = { kind: 'user', id: null, name: name.slice(0, 254), ...origin }
  await recordAudit(
    tx,
    { orgId: setting.org_id, actor: user ? actorOf(user, origin) : nobody },
    'auth.login_failed',
    {
      ...(user && { target: { kind: 'user', id: user.id } }),
      data: { single_sign_on: problem, groups: person.groups.slice(0, 20).map((one) => one.slice(0, 100)) },
    },
  )
  return { problem, why: `refused: ${problem}` }
}
