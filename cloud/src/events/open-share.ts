import type { SharedEvent } from '@sightline/protocol'
import type { Passwords } from '../auth/auth.service.js'
import { addressBlock } from '../platform/address-block.js'
import type { Clock } from '../platform/clock.js'
import type { Database, Tx } from '../platform/database/database.js'
import { type AppError, missing } from '../platform/errors.js'
import type { Origin } from '../platform/http/authenticator.js'
import { requireToken } from '../platform/rate-bucket.js'
import { hashOfSecret } from '../platform/secret-token.js'
import { findEvent } from './event.repository.js'
import type { MediaUrls } from './event-deps.js'
import { findShareByToken, lockShare, noteAttempts, noteView, type ShareRow } from './share.repository.js'
import { auditShareView } from './share-audit.js'
import { obstacleOf, refusalOf, type ShareRefusal } from './share-refusal.js'
import { afterAttempt, afterNone, afterRight } from './share-state.js'
import { toSharedEvent } from './show-shared-event.js'

export interface OpenShareDeps {
  readonly database: Database
  readonly clock: Clock
  readonly mediaUrls: MediaUrls
  readonly passwords: Passwords
}

/** Who asks to see a share, with what. */
export interface ShareKnock {
  readonly token: string
  /** Undefined where none was given. */
  readonly password: string | undefined
  readonly origin: Origin
}

/** A minute and address. */
const opensPerMinute = 60

/** What came of knocking. A refusal is a value, so that its entry in the audit is committed before it is thrown. */
type Answer =
  | { readonly kind: 'opened'; readonly event: SharedEvent }
  | { readonly kind: 'refused'; readonly error: AppError }

/** A password that is to be looked at: attempt number `attempt`. */
interface Question {
  readonly kind: 'asked'
  readonly passwordHash: string
  readonly attempt: number
}

/** The share under its lock. */
interface Door {
  readonly tx: Tx
  readonly share: ShareRow
  readonly knock: ShareKnock
  readonly now: Date
}

/**
 * Shows a shared event to whoever has its link, and its password where one is set. Every attempt stands in the audit.
 * @throws AppError missing for an unknown token; gone for a share that is over, whatever ended it; unauthenticated for
 *   a password that is missing or wrong; locked after five wrong ones; rate_limited by address, or while too many
 *   passwords are being hashed
 */
export async function openShare(deps: OpenShareDeps, knock: ShareKnock): Promise<SharedEvent> {
  const { lookup } = deps.database
  const bucket = { key: `shared:${addressBlock(knock.origin.address)}`, perMinute: opensPerMinute }
  await requireToken(lookup, bucket, 'too many shares were opened from this address; wait a moment')
  const found = await findShareByToken(lookup, hashOfSecret(knock.token))
  if (!found) throw missing('share')
  const atDoor = <T>(work: (door: Door) => Promise<T>): Promise<T> =>
    deps.database.inOrg(found.org_id, async (tx) => {
      const share = await lockShare(tx, found.org_id, found.share_id)
      if (!share) throw missing('share')
      return work({ tx, share, knock, now: new Date(deps.clock.now()) })
    })

  const first = await atDoor((door) => approach(deps, door))
  const answer = first.kind === 'asked' ? await lookAtPassword(deps, first, knock, atDoor) : first
  if (answer.kind === 'refused') throw answer.error
  return answer.event
}

/** What is decided without looking at a password. */
async function approach(deps: OpenShareDeps, door: Door): Promise<Answer | Question> {
  const { tx, share, knock, now } = door
  const event = await findEvent(tx, share.org_id, share.event_id)
  const obstacle = obstacleOf(share, { eventIsThere: event !== undefined, now })
  if (obstacle) return refuse(door, obstacle)
  if (share.password_hash === null) return show(deps, door)
  if (knock.password === undefined) return refuse(door, 'password_missing')
  const attempts = afterAttempt(share, now)
  await noteAttempts(tx, share.org_id, share.id, attempts)
  return { kind: 'asked', passwordHash: share.password_hash, attempt: attempts.failed_attempts }
}

/** Outside a transaction, for hashing takes its time and its turn. Share and event may end meanwhile. */
async function lookAtPassword(
  deps: OpenShareDeps,
  { passwordHash, attempt }: Question,
  { password = '' }: ShareKnock,
  atDoor: <T>(work: (door: Door) => Promise<T>) => Promise<T>,
): Promise<Answer> {
  let right: boolean
  try {
    right = await deps.passwords.verify(passwordHash, password)
  } catch (error) {
    await atDoor(({ tx, share }) => noteAttempts(tx, share.org_id, share.id, afterNone(share)))
    throw error
  }
  return atDoor(async (door) => {
    const { tx, share } = door
    if (!right) return refuse(door, 'password_wrong')
    await noteAttempts(tx, share.org_id, share.id, afterRight(share, attempt))
    return show(deps, door)
  })
}

async function show({ mediaUrls }: OpenShareDeps, door: Door): Promise<Answer> {
  const { tx, share, knock, now } = door
  const event = await findEvent(tx, share.org_id, share.event_id)
  // Whoever proved the password passes also where others lock the share at this moment.
  const obstacle = obstacleOf({ ...share, locked_until: null }, { eventIsThere: event !== undefined, now })
  if (obstacle || !event) return refuse(door, obstacle ?? 'event_deleted')
  await noteView(tx, share.org_id, share.id, now)
  await auditShareView(tx, share, 'viewed', knock.origin)
  return { kind: 'opened', event: await toSharedEvent(mediaUrls, tx, share, event, now) }
}

async function refuse({ tx, share, knock, now }: Door, why: ShareRefusal): Promise<Answer> {
  await auditShareView(tx, share, why, knock.origin)
  return { kind: 'refused', error: refusalOf(why, share, now) }
}
