import type { SharedEvent } from '@sightline/protocol'
import type { Passwords, PasswordVerdict } from '../../identity/auth/passwords/password.service.js'
import type { Database } from '../../platform/database/database.js'
import type { Tx } from '../../platform/database/handles.js'
import { type AppError, missing } from '../../platform/errors.js'
import type { Origin } from '../../platform/http/authenticator.js'
import { addressBlock } from '../../platform/rate-limit/address-block.js'
import { requireToken } from '../../platform/rate-limit/token-bucket.js'
import { hashOfSecret } from '../../platform/secrets/secret-token.js'
import type { Clock } from '../../platform/time/clock.js'
import { findEvent } from '../event.repository.js'
import type { MediaLinks } from '../media/links/media-links.service.js'
import {
  countView,
  findShareByToken,
  lockShare,
  renewPassword,
  type ShareRow,
  saveAttempts,
} from './share.repository.js'
import { auditShareView } from './share-audit.js'
import { refusalBeforePassword, refusalOf, type ShareRefusal } from './share-refusal.js'
import { afterAttempt, afterNone, afterRight } from './share-state.js'
import { toSharedEvent } from './show-shared-event.js'

interface OpenShareDeps {
  readonly database: Database
  readonly clock: Clock
  readonly mediaLinks: MediaLinks
  readonly passwords: Passwords
}

/** Who asks to see a share, and with which password. */
interface ShareRequest {
  readonly token: string
  /** Undefined where none was given. */
  readonly password: string | undefined
  readonly origin: Origin
}

/** A minute and address. */
const opensPerMinute = 60

/** How the request ended. A refusal is a value, so that its entry in the audit is committed before it is thrown. */
type OpenOutcome =
  | { readonly kind: 'opened'; readonly event: SharedEvent }
  | { readonly kind: 'refused'; readonly error: AppError }

/** A password that is to be verified: attempt number `attempt`. */
interface PasswordCheck {
  readonly kind: 'asked'
  readonly passwordHash: string
  readonly attempt: number
}

/** The share under its lock. */
interface LockedShare {
  readonly tx: Tx
  readonly share: ShareRow
  readonly request: ShareRequest
  readonly now: Date
}

/**
 * Shows a shared event to whoever has its link, and its password where one is set. Every attempt stands in the audit.
 * @throws AppError missing for an unknown token; gone for a share that is over, whatever ended it; unauthenticated for
 *   a password that is missing or wrong; locked after five wrong ones; rate_limited by address, or while too many
 *   passwords are being hashed
 */
export async function openShare(deps: OpenShareDeps, request: ShareRequest): Promise<SharedEvent> {
  const { lookup } = deps.database
  const bucket = { key: `shared:${addressBlock(request.origin.address)}`, perMinute: opensPerMinute }
  await requireToken(lookup, bucket, 'too many shares were opened from this address; wait a moment')
  const found = await findShareByToken(lookup, hashOfSecret(request.token))
  if (!found) throw missing('share')
  const withLock = <T>(work: (locked: LockedShare) => Promise<T>): Promise<T> =>
    deps.database.inOrg(found.org_id, async (tx) => {
      const share = await lockShare(tx, found.org_id, found.share_id)
      if (!share) throw missing('share')
      return work({ tx, share, request, now: new Date(deps.clock.now()) })
    })

  const first = await withLock((locked) => checkAccess(deps, locked))
  const answer = first.kind === 'asked' ? await verifyPassword(deps, first, request, withLock) : first
  if (answer.kind === 'refused') throw answer.error
  return answer.event
}

/** What is decided before a password is verified. */
async function checkAccess(deps: OpenShareDeps, locked: LockedShare): Promise<OpenOutcome | PasswordCheck> {
  const { tx, share, request, now } = locked
  const event = await findEvent(tx, share.org_id, share.event_id)
  const refusal = refusalBeforePassword(share, { eventIsThere: event !== undefined, now })
  if (refusal) return refuse(locked, refusal)
  if (share.password_hash === null) return show(deps, locked)
  if (request.password === undefined) return refuse(locked, 'password_missing')
  const attempts = afterAttempt(share, now)
  await saveAttempts(tx, share.org_id, share.id, attempts)
  return { kind: 'asked', passwordHash: share.password_hash, attempt: attempts.failed_attempts }
}

/** Outside a transaction, for hashing takes its time and its turn. Share and event may end meanwhile. */
async function verifyPassword(
  deps: OpenShareDeps,
  { passwordHash, attempt }: PasswordCheck,
  { password = '' }: ShareRequest,
  withLock: <T>(work: (locked: LockedShare) => Promise<T>) => Promise<T>,
): Promise<OpenOutcome> {
  let verdict: PasswordVerdict
  try {
    verdict = await deps.passwords.verify(passwordHash, password)
  } catch (error) {
    await withLock(({ tx, share }) => saveAttempts(tx, share.org_id, share.id, afterNone(share)))
    throw error
  }
  return withLock(async (locked) => {
    const { tx, share } = locked
    if (!verdict.isRight) return refuse(locked, 'password_wrong')
    if (verdict.renewed !== null) await renewPassword(tx, share, verdict.renewed)
    await saveAttempts(tx, share.org_id, share.id, afterRight(share, attempt))
    return show(deps, locked)
  })
}

async function show({ mediaLinks }: OpenShareDeps, locked: LockedShare): Promise<OpenOutcome> {
  const { tx, share, request, now } = locked
  const event = await findEvent(tx, share.org_id, share.event_id)
  // Whoever proved the password passes also where others lock the share at this moment.
  const refusal = refusalBeforePassword(
    { ...share, locked_until: null },
    { eventIsThere: event !== undefined, now },
  )
  if (refusal || !event) return refuse(locked, refusal ?? 'event_deleted')
  await countView(tx, share.org_id, share.id, now)
  await auditShareView(tx, share, 'viewed', request.origin)
  return { kind: 'opened', event: await toSharedEvent(mediaLinks, tx, { share, event, now }) }
}

async function refuse({ tx, share, request, now }: LockedShare, why: ShareRefusal): Promise<OpenOutcome> {
  await auditShareView(tx, share, why, request.origin)
  return { kind: 'refused', error: refusalOf(why, share, now) }
}
