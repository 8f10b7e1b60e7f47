import { type Share, type ShareCreate, type ShareWithLink, shareDays } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import { recordAudit } from '../../identity/audit/audit.service.js'
import type { Passwords } from '../../identity/auth/passwords/password.service.js'
import type { Caller } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../platform/database/parsing.js'
import { conflict, invalid, missing } from '../../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../../platform/pagination/page.js'
import type { Platform } from '../../platform/platform.js'
import { requireToken } from '../../platform/rate-limit/token-bucket.js'
import { hashOfSecret, makeSecret } from '../../platform/secrets/secret-token.js'
import { lockEvent } from '../event.repository.js'
import { requireEvent } from '../require-event.js'
import {
  countLivingShares,
  countShares,
  endShare,
  findShare,
  insertShare,
  lockShare,
  pageOfShares,
  type ShareRow,
} from './share.repository.js'
import { shareStatus } from './share-state.js'

export type ShareDeps = Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'>

/** Shares of one event that may live at once. */
const livingAtMost = 50
/** Shares with a password that an organisation makes a minute: hashing is shared with everybody who signs in. */
const passwordsPerMinute = 60
const dayMs = 24 * 60 * 60 * 1000

/** A position in a list about shares, newest first. */
export const SharePlace = z.object({ at: z.iso.datetime(), id: z.uuid() })

/**
 * Makes a link by which whoever has it sees the event.
 * @throws AppError missing, or forbidden outside the caller's sites; invalid for an end that is over or too far away;
 *   conflict for too many shares; rate_limited for too many passwords of one organisation, or while too many are being
 *   hashed
 */
export async function createShare(
  deps: ShareDeps & { passwords: Passwords },
  caller: Caller,
  eventId: string,
  { password, expires_at: until }: ShareCreate,
): Promise<ShareWithLink> {
  const { orgId, actor } = caller
  const now = new Date(deps.clock.now())
  const expiresAt = endOf(until, now)
  // Before a password is hashed, which costs much; and again under the lock.
  await requireEvent(deps.database.forOrg(caller.orgId), caller, eventId)
  const passwordHash = password === null ? null : await hashInTurn(deps, caller, password)
  const token = makeSecret()
  const row = await deps.database.inOrg(caller.orgId, async (tx) => {
    if (!(await lockEvent(tx, caller.orgId, eventId))) throw missing('event')
    if ((await countLivingShares(tx, caller.orgId, eventId, now)) >= livingAtMost) {
      throw conflict(`an event has at most ${livingAtMost} shares at once: revoke one first`)
    }
    const share = await insertShare(tx, {
      org_id: caller.orgId,
      id: uuidv7(),
      event_id: eventId,
      token_hash: hashOfSecret(token),
      password_hash: passwordHash,
      created_by_kind: caller.actor.kind,
      created_by_id: caller.actor.id,
      created_by_name: caller.actor.name,
      created_at: now,
      expires_at: expiresAt,
    })
    const about = { expires_at: toTimestamp(expiresAt), has_password: passwordHash !== null }
    await recordAudit(tx, { orgId, actor }, 'event.share_created', {
      target: targetOf(share),
      data: {
        event_id: eventId,
        ...about,
      },
    })
    return share
  })
  return { ...toShare(row, now), token, url: `${deps.publicUrl()}/shared/${token}` }
}

async function hashInTurn(
  { database, passwords }: Pick<ShareDeps, 'database'> & { passwords: Passwords },
  { orgId }: Caller,
  password: string,
): Promise<string> {
  const bucket = { key: `share-password:${orgId}`, perMinute: passwordsPerMinute }
  await requireToken(database.lookup, bucket, 'too many shares with a password were made; wait a moment')
  return passwords.hash(password)
}

function endOf(until: string | undefined, now: Date): Date {
  if (until === undefined) return new Date(now.getTime() + shareDays.usual * dayMs)
  const end = new Date(until)
  if (end <= now) throw invalid('expires_at: is over already')
  if (end.getTime() > now.getTime() + shareDays.atMost * dayMs) {
    throw invalid(`expires_at: at most ${shareDays.atMost} days from now`)
  }
  return end
}

/**
 * The shares of an event, newest first, also those that are over.
 * @throws AppError missing, forbidden, or invalid for a foreign cursor
 */
export async function listShares(
  deps: ShareDeps,
  caller: Caller,
  eventId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<Share>> {
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  await requireEvent(db, caller, eventId)
  const list = `shares ${caller.orgId} ${eventId}`
  const position = cursor === undefined ? null : decodeCursor(deps.keys, list, cursor, SharePlace)
  const after = position && { at: new Date(position.at), id: position.id }
  const [rows, total] = await Promise.all([
    pageOfShares(db, caller.orgId, eventId, { after, limit: limit + 1 }),
    countShares(db, caller.orgId, eventId),
  ])
  const now = new Date(deps.clock.now())
  return toPage(rows, {
    limit,
    total,
    keys: deps.keys,
    list,
    positionOf: (row) => ({ at: toTimestamp(row.created_at), id: row.id }),
    toItem: (row) => toShare(row, now),
  })
}

/**
 * Ends a share: neither the event nor its media are served by it from the next request on. A repeat changes nothing.
 * @throws AppError missing, or forbidden outside the caller's sites
 */
export async function revokeShare(
  deps: Pick<ShareDeps, 'database' | 'clock'>,
  caller: Caller,
  eventId: string,
  id: string,
): Promise<void> {
  const { orgId, actor } = caller
  await deps.database.inOrg(caller.orgId, async (tx) => {
    await requireEvent(tx, caller, eventId)
    const share = await lockShare(tx, caller.orgId, id)
    if (share?.event_id !== eventId) throw missing('share')
    if (share.revoked_at !== null) return
    await endShare(tx, caller.orgId, id, new Date(deps.clock.now()))
    await recordAudit(tx, { orgId, actor }, 'event.share_revoked', {
      target: targetOf(share),
      data: { event_id: eventId },
    })
  })
}

/** @throws AppError missing, or forbidden outside the caller's sites */
export async function requireShare(db: Db, caller: Caller, eventId: string, id: string): Promise<ShareRow> {
  await requireEvent(db, caller, eventId)
  const share = await findShare(db, caller.orgId, id)
  if (share?.event_id !== eventId) throw missing('share')
  return share
}

const targetOf = ({ id }: ShareRow) => ({ kind: 'event_share', id })

function toShare(row: ShareRow, now: Date): Share {
  return {
    id: row.id,
    event_id: row.event_id,
    status: shareStatus(row, now),
    has_password: row.password_hash !== null,
    created_at: toTimestamp(row.created_at),
    created_by: { kind: row.created_by_kind, id: row.created_by_id, name: row.created_by_name },
    expires_at: toTimestamp(row.expires_at),
    revoked_at: toTimestampOrNull(row.revoked_at),
    view_count: row.view_count,
    last_viewed_at: toTimestampOrNull(row.last_viewed_at),
  }
}
