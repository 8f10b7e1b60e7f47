import { type Credential, findStanding } from '../../../identity/auth/standing.service.js'
import { type Actor, seesSite } from '../../../platform/caller.js'
import { forbidden, invalid, unauthenticated } from '../../../platform/errors.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import type { Platform } from '../../../platform/platform.js'
import { hashOfSecret } from '../../../platform/secrets/secret-token.js'
import { listCameraPlaces } from '../../cameras/camera.service.js'
import { type Entitlement, isOver, overs, type Standing } from './entitlement.js'
import {
  findLiveToken,
  findPlaceOfToken,
  type LiveTokenRow,
  lengthenLiveToken,
} from './tokens/live-token.repository.js'
import type { Principal } from './viewer.js'

/**
 * A live token that was made once, whether or not it still holds.
 * @throws AppError unauthenticated for one that nobody made, or that was forgotten after its end
 */
export async function requireLiveToken(
  { database }: Pick<Platform, 'database'>,
  token: string,
): Promise<LiveTokenRow> {
  const place = await findPlaceOfToken(database.lookup, hashOfSecret(token))
  const row = place && (await findLiveToken(database.forOrg(place.org_id), place.org_id, place.token_id))
  if (!row) throw unauthenticated('this live token is not known; make another')
  return row
}

/** Watching one camera by a live token, with what its maker may see. */
export class LiveTokenEntitlement implements Entitlement {
  readonly #platform: Platform
  readonly #from: Origin
  readonly #id: string
  readonly orgId: string
  readonly principal: Principal
  readonly countsAs: Pick<Principal, 'kind' | 'id'>
  readonly actor: Actor
  readonly data: Readonly<Record<string, unknown>>
  #expiresAt: Date

  constructor(platform: Platform, token: LiveTokenRow, from: Origin) {
    this.#platform = platform
    this.#from = from
    this.#id = token.id
    this.orgId = token.org_id
    this.#expiresAt = token.expires_at
    this.principal = { kind: 'live_token', id: token.id, name: token.label ?? token.maker_name }
    const kind = token.credential_kind === 'session' ? 'user' : 'service_account'
    this.actor = { kind, id: token.maker_id, name: token.maker_name, ...from }
    // A person makes as many as they like; a program makes them for others.
    this.countsAs = kind === 'user' ? { kind, id: token.maker_id } : this.principal
    this.data = { live_token_id: token.id, label: token.label }
  }

  get expiresAt(): Date {
    return this.#expiresAt
  }

  async standing(): Promise<Standing> {
    const { database, clock } = this.#platform
    const token = await findLiveToken(database.forOrg(this.orgId), this.orgId, this.#id)
    if (!token) return overs.tokenExpired
    // Another socket may have renewed it.
    this.#expiresAt = token.expires_at
    if (token.revoked_at !== null) return overs.tokenRevoked
    if (isOver(token.expires_at, clock.now())) return overs.tokenExpired
    const caller = await findStanding(this.#platform, credentialOfMaker(token), this.#from)
    return caller ? { ok: true, caller, onlyCameraId: token.camera_id } : overs.makerGone
  }

  async replaceToken(): Promise<Date> {
    throw invalid('a live token is renewed, not replaced')
  }

  async renew(): Promise<Date> {
    const { database, clock } = this.#platform
    const standing = await this.standing()
    if (!standing.ok) throw unauthenticated(standing.end.message)
    const db = database.forOrg(this.orgId)
    const { caller, onlyCameraId } = standing
    const [camera] = await listCameraPlaces(db, this.orgId, onlyCameraId === null ? [] : [onlyCameraId])
    // One that is switched off for a while is still its maker's to watch.
    if (!camera || !seesSite(caller, camera.site_id))
      throw forbidden('whoever made this live token may not watch the camera any longer')
    const end = await lengthenLiveToken(db, this.orgId, this.#id, new Date(clock.now()))
    if (!end) throw unauthenticated('this live token is over')
    this.#expiresAt = end
    return end
  }
}

function credentialOfMaker(token: LiveTokenRow): Credential {
  const { org_id: orgId, credential_id: id, maker_id: makerId } = token
  return token.credential_kind === 'session'
    ? { kind: 'session', orgId, id, userId: makerId }
    : { kind: 'key', orgId, id, serviceAccountId: makerId }
}
