import {
  type IssuedLiveToken,
  isAtLeast,
  type LiveToken,
  type LiveTokenRequest,
  type LiveTokenStatus,
} from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../../../identity/audit/audit.service.js'
import { type Credential, credentialOf } from '../../../../identity/auth/standing.service.js'
import { lockOrganisation } from '../../../../identity/organisation/organisation.service.js'
import type { Caller } from '../../../../platform/caller.js'
import type { Tx } from '../../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../../platform/database/parsing.js'
import { conflict, forbidden, missing } from '../../../../platform/errors.js'
import type { Page } from '../../../../platform/pagination/page.js'
import { pageByTime } from '../../../../platform/pagination/page-by-time.js'
import type { Platform } from '../../../../platform/platform.js'
import { requireToken } from '../../../../platform/rate-limit/token-bucket.js'
import { hashOfSecret, makeSecret } from '../../../../platform/secrets/secret-token.js'
import { requireCamera } from '../../../cameras/camera.service.js'
import { notifyNodes } from '../../../channel/node-notice.service.js'
import {
  countActive,
  countLiveTokens,
  endLiveToken,
  findLiveToken,
  insertLiveToken,
  type LiveTokenRow,
  pageOfLiveTokens,
} from './live-token.repository.js'

/** What a live token begins with. */
export const liveTokenPrefix = 'lt_'
/** From its making to the last moment that a renewal reaches, milliseconds. */
const renewableMs = 24 * 60 * 60_000
/** Tokens that are good at once, and that a person or a key makes a minute. */
const most = { ofMaker: 2_000, ofOrganisation: 10_000, perMinute: 300 } as const

type LiveTokenDeps = Pick<Platform, 'database' | 'clock' | 'keys'>

/**
 * Makes a token with which a page watches the camera. It is shown this once, and good as long as its maker may watch.
 * @throws AppError missing, or forbidden outside the caller's sites; conflict for too many at once; rate_limited
 */
export async function issueLiveToken(
  { database, clock }: LiveTokenDeps,
  caller: Caller,
  cameraId: string,
  { origins, ttl_sec: ttlSec, label }: LiveTokenRequest,
): Promise<LiveToken> {
  const { orgId } = caller
  const credential = credentialOf(caller)
  await requireCamera(database.forOrg(orgId), caller, cameraId)
  const makerId = makerOf(credential)
  const bucket = { key: `live-token:${makerId}`, perMinute: most.perMinute }
  await requireToken(database.lookup, bucket, 'too many live tokens were made; wait a moment')
  const now = new Date(clock.now())
  const token = `${liveTokenPrefix}${makeSecret()}`
  const row = await database.inOrg(orgId, async (tx) => {
    await requireRoom(tx, orgId, makerId, now)
    await requireCamera(tx, caller, cameraId)
    const made = await insertLiveToken(tx, {
      org_id: orgId,
      id: uuidv7(),
      camera_id: cameraId,
      token_hash: hashOfSecret(token),
      label: label ?? null,
      origins: [...new Set(origins)],
      ttl_sec: ttlSec,
      credential_kind: credential.kind,
      credential_id: credential.id,
      maker_id: makerId,
      maker_name: caller.actor.name,
      created_at: now,
      expires_at: new Date(now.getTime() + ttlSec * 1000),
      renewable_until: new Date(now.getTime() + renewableMs),
    })
    const data = { camera_id: cameraId, origins: made.origins, ttl_sec: ttlSec, label: made.label }
    await recordAudit(tx, caller, 'live_token.issued', { target: targetOf(made), data })
    return made
  })
  return { ...shownOf(row), token }
}

/** Whoever takes the last place waits here for whoever takes the one before. */
async function requireRoom(tx: Tx, orgId: string, makerId: string, now: Date): Promise<void> {
  await lockOrganisation(tx, orgId)
  const { all, ofMaker } = await countActive(tx, orgId, makerId, now)
  if (ofMaker >= most.ofMaker)
    throw conflict(`at most ${most.ofMaker} live tokens of one maker are good at once: revoke some, or wait`)
  if (all >= most.ofOrganisation)
    throw conflict(`at most ${most.ofOrganisation} live tokens of an organisation are good at once`)
}

/**
 * The tokens of a camera, newest first, without their secrets; also those that ended within a day.
 * @throws AppError missing; invalid for a foreign cursor
 */
export async function listLiveTokens(
  { database, clock, keys }: LiveTokenDeps,
  caller: Caller,
  cameraId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<IssuedLiveToken>> {
  const { orgId } = caller
  const db = database.forOrg(orgId)
  await requireCamera(db, caller, cameraId)
  const now = new Date(clock.now())
  return pageByTime({
    keys,
    list: `live tokens ${orgId} ${cameraId}`,
    cursor,
    limit,
    read: (after, rows) => pageOfLiveTokens(db, { orgId, cameraId }, after, rows),
    count: () => countLiveTokens(db, orgId, cameraId),
    timeOf: (row) => row.created_at,
    toItem: (row) => toIssued(row, now),
  })
}

/**
 * Ends a token: whoever watches by it sees nothing within a second. A repeat changes nothing.
 * @throws AppError missing; forbidden outside the caller's sites, and for whoever is neither its maker nor operator
 */
export async function revokeLiveToken(
  { database, clock }: LiveTokenDeps,
  caller: Caller,
  cameraId: string,
  id: string,
): Promise<void> {
  const { orgId } = caller
  await database.inOrg(orgId, async (tx) => {
    await requireCamera(tx, caller, cameraId)
    const token = await findLiveToken(tx, orgId, id)
    if (token?.camera_id !== cameraId) throw missing('live token')
    const isMaker = token.maker_id === makerOf(credentialOf(caller))
    if (!isMaker && !isAtLeast(caller.role, 'operator'))
      throw forbidden(
        'a viewer revokes only live tokens of their own; others need the role operator or above',
      )
    if (!(await endLiveToken(tx, orgId, id, new Date(clock.now())))) return
    await recordAudit(tx, caller, 'live_token.revoked', {
      target: targetOf(token),
      data: { camera_id: cameraId },
    })
    await notifyNodes(tx, { kind: 'live_access', orgId })
  })
}

const makerOf = (credential: Credential): string =>
  credential.kind === 'session' ? credential.userId : credential.serviceAccountId

const targetOf = ({ id }: LiveTokenRow) => ({ kind: 'live_token', id })

function shownOf(row: LiveTokenRow): Omit<LiveToken, 'token'> {
  return {
    id: row.id,
    camera_id: row.camera_id,
    origins: row.origins,
    expires_at: toTimestamp(row.expires_at),
    renewable_until: toTimestamp(row.renewable_until),
  }
}

function toIssued(row: LiveTokenRow, now: Date): IssuedLiveToken {
  return {
    ...shownOf(row),
    status: statusOf(row, now),
    label: row.label,
    ttl_sec: row.ttl_sec,
    created_at: toTimestamp(row.created_at),
    created_by: {
      kind: row.credential_kind === 'session' ? 'user' : 'service_account',
      id: row.maker_id,
      name: row.maker_name,
    },
    revoked_at: toTimestampOrNull(row.revoked_at),
  }
}

/** What is over for good comes first. */
function statusOf(row: Pick<LiveTokenRow, 'revoked_at' | 'expires_at'>, now: Date): LiveTokenStatus {
  if (row.revoked_at !== null) return 'revoked'
  return row.expires_at <= now ? 'expired' : 'active'
}
