import type { IncomingMessage } from 'node:http'
import { proveCredential } from '../../../identity/auth/standing.service.js'
import { isKeyWithoutSite } from '../../../platform/caller.js'
import { AppError, unauthenticated } from '../../../platform/errors.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import type { RawAnswer } from '../../../platform/http/raw-answer.js'
import { toWireAnswer } from '../../../platform/http/wire-errors.js'
import type { Platform } from '../../../platform/platform.js'
import { BearerEntitlement } from './bearer-entitlement.js'
import type { Entitlement } from './entitlement.js'
import { type LiveRequest, readLiveRequest } from './live-request.js'
import { LiveTokenEntitlement, requireLiveToken } from './live-token-entitlement.js'
import { LiveViewer } from './live-viewer.js'
import { liveTokenPrefix } from './tokens/live-token.service.js'
import type { AdmitViewer } from './viewer.js'
import { type AdmittedOrigins, isAdmittedOrigin, originsOf } from './viewer-origin.js'
import { refusals } from './viewer-refusals.js'
import { Watchings } from './watchings/watchings.js'

type Admitted =
  | { readonly ok: true; readonly entitlement: Entitlement }
  | { readonly ok: false; readonly refusal: RawAnswer }

const refused = (refusal: RawAnswer): Admitted => ({ ok: false, refusal })

/** Checks path, subprotocols, Origin and token of an upgrade. What a refusal says is what a route would say. */
export const admitViewer: AdmitViewer = async (platform, request) => {
  const read = readLiveRequest(request.url ?? '', request.headers)
  if (!read.ok) return read
  try {
    const asked = { ...read.request, admitted: originsOf(platform, request) }
    const admitted = await admitToken(platform, asked, fromOf(platform, request))
    if (!admitted.ok) return admitted
    const { entitlement } = admitted
    return {
      ok: true,
      viewer: new LiveViewer(platform, entitlement, new Watchings(platform, entitlement)),
    }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, refusal: answerTo(error, platform.clock.now()) }
    throw error
  }
}

/** What is asked, and from where pages may ask. */
interface Asked extends LiveRequest {
  readonly admitted: AdmittedOrigins
}

async function admitToken(platform: Platform, request: Asked, from: Origin): Promise<Admitted> {
  return request.token.startsWith(liveTokenPrefix)
    ? admitLiveToken(platform, request, from)
    : admitBearer(platform, request, from)
}

async function admitLiveToken(
  platform: Platform,
  { token, origin, admitted }: Asked,
  from: Origin,
): Promise<Admitted> {
  const row = await requireLiveToken(platform, token)
  if (origin === null || !isAdmittedOrigin(origin, admitted, row.origins))
    return refused(refusals.otherOrigin)
  const entitlement = new LiveTokenEntitlement(platform, row, from)
  const standing = await entitlement.standing()
  if (!standing.ok) throw unauthenticated(standing.end.message)
  return { ok: true, entitlement }
}

async function admitBearer(
  platform: Platform,
  { token, origin, admitted }: Asked,
  from: Origin,
): Promise<Admitted> {
  if (origin !== null) {
    if (token.startsWith('sa_')) return refused(refusals.keyInPage)
    if (!isAdmittedOrigin(origin, admitted)) return refused(refusals.foreignOrigin)
  }
  const proven = await proveCredential(platform, token, from)
  if (isKeyWithoutSite(proven.caller)) return refused(refusals.noSites)
  return { ok: true, entitlement: new BearerEntitlement(platform, proven, from) }
}

function fromOf({ clientAddresses }: Pick<Platform, 'clientAddresses'>, request: IncomingMessage): Origin {
  return {
    address: clientAddresses.of(request),
    userAgent: request.headers['user-agent'] ?? '',
  }
}

function answerTo(error: AppError, nowMs: number): RawAnswer {
  const { status, headers, body } = toWireAnswer(error, '/api/v1/live', nowMs)
  return { status, headers, code: body.error.code, message: body.error.message }
}
