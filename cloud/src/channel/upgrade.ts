import type { IncomingMessage } from 'node:http'
import { Id } from '@sightline/protocol'
import { authenticateGateway, type GatewayIdentity } from '../gateways/gateway-presence.service.js'
import { bearerIn } from '../platform/http/access.js'
import type { Platform } from '../platform/platform.js'
import { refusals, type UpgradeRefusal } from './refuse-upgrade.js'

/** Who asks for the channel, or why it is refused. Everything is checked before 101. */
export type Admission = { ok: true; identity: GatewayIdentity } | { ok: false; refusal: UpgradeRefusal }

const no = (refusal: UpgradeRefusal): Admission => ({ ok: false, refusal })

/** The gateway id in the path of the channel; null for another path. */
export function gatewayInPath(url: string): string | null {
  return /^\/api\/v1\/gateways\/([^/?#]+)\/ws\/?(?:\?.*)?$/.exec(url)?.[1] ?? null
}

/** Checks Origin, key and path. A key anywhere but in the header is no key. */
export async function admit(platform: Platform, request: IncomingMessage): Promise<Admission> {
  const gatewayId = gatewayInPath(request.url ?? '')
  if (gatewayId === null || request.headers.upgrade?.toLowerCase() !== 'websocket') {
    return no(refusals.noRoute)
  }
  if (request.headers.origin !== undefined) return no(refusals.browser)
  const key = bearerIn(request.headers.authorization)
  if (key === undefined) return no(refusals.noKey)
  const gateway = await authenticateGateway(platform.database, key)
  if (!gateway) return no(refusals.noKey)
  if (!Id.safeParse(gatewayId).success || gatewayId.toLowerCase() !== gateway.gatewayId) {
    return no(refusals.notFound)
  }
  if (gateway.status === 'disabled') return no(refusals.disabled)
  return { ok: true, identity: gateway }
}
