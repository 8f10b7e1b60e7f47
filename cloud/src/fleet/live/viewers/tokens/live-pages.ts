import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../../../platform/caller.js'
import { forbidden, unauthenticated } from '../../../../platform/errors.js'
import { type AlsoAdmits, bearerIn } from '../../../../platform/http/access.js'
import { originOf } from '../../../../platform/http/authenticator.js'
import type { Platform } from '../../../../platform/platform.js'
import { requireToken } from '../../../../platform/rate-limit/token-bucket.js'
import { LiveTokenEntitlement, requireLiveToken } from '../live-token-entitlement.js'
import { isOfAdmittedPage } from '../viewer-origin.js'
import { refusals } from '../viewer-refusals.js'
import { ofAnotherCamera } from '../watched-camera.js'
import { liveTokenPrefix } from './live-token.service.js'

/** Calls a minute of a person with all live tokens that they made, or of one that a key made: as many as a key has. */
const mostPerMinute = 600
/** How long a browser may keep the answer to a preflight, seconds. */
const preflightSec = 600

const ByCamera = z.object({ id: z.string() })

type Asking = { readonly headers: { readonly authorization?: string | undefined } }

const liveTokenIn = ({ headers }: Asking): string | undefined => {
  const token = bearerIn(headers.authorization)
  return token?.startsWith(liveTokenPrefix) ? token : undefined
}

/** Admits pages with a live token where a route of their camera takes one: under the rules of the live socket. */
export function createLivePages(platform: Platform) {
  const admits: AlsoAdmits = async (request, reply) => {
    const token = liveTokenIn(request)
    return token === undefined ? null : admit(platform, token, request, reply)
  }
  return {
    admits,
    has: (request: Asking): boolean => liveTokenIn(request) !== undefined,
    // Which origins may ask is known by the token, which a preflight does not show: the answer itself is for them alone.
    preflight: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'Authorization',
      'access-control-max-age': String(preflightSec),
    },
  }
}

async function admit(
  platform: Platform,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const row = await requireLiveToken(platform, token)
  if (!isOfAdmittedPage(request, platform, row.origins)) throw forbidden(refusals.otherOrigin.message)
  const { origin } = request.headers
  if (origin !== undefined) reply.headers({ vary: 'Origin', 'access-control-allow-origin': origin })
  const entitlement = new LiveTokenEntitlement(platform, row, originOf(request))
  const standing = await entitlement.standing()
  if (!standing.ok) throw unauthenticated(standing.end.message)
  // Before it is looked for: whether there is another one is not told.
  if (ByCamera.safeParse(request.params).data?.id !== standing.onlyCameraId)
    throw forbidden(ofAnotherCamera.message)
  const { kind, id } = entitlement.countsAs
  const bucket = { key: `live-page:${kind}:${id}`, perMinute: mostPerMinute }
  await requireToken(platform.database.lookup, bucket, 'too many requests of pages with live tokens')
  return standing.caller
}
