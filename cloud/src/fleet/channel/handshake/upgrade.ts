import type { IncomingMessage } from 'node:http'
import { Id } from '@sightline/protocol'
import { bearerIn } from '../../../platform/http/access.js'
import { pathOf } from '../../../platform/http/request-target.js'
import type { Platform } from '../../../platform/platform.js'
import {
  authenticateGateway,
  type GatewayIdentity,
} from '../../gateways/presence/gateway-presence.service.js'
import { isRelayKey } from '../../relays/relay-key.service.js'
import { refusals, type UpgradeRefusal } from './upgrade-refusals.js'

/** Who asks for the channel, or why it is refused. Everything is checked before 101. */
type Admission =
  | { ok: true; kind: 'gateway'; identity: GatewayIdentity }
  /** Which relay it is, its `hello` says: all have the operator's one key. */
  | { ok: true; kind: 'relay' }
  | { ok: false; refusal: UpgradeRefusal }

const refused = (refusal: UpgradeRefusal): Admission => ({ ok: false, refusal })

/** The gateway id in the path of the channel; null for another path. */
function gatewayInPath(path: string): string | null {
  return /^\/api\/v1\/gateways\/([^/]+)\/ws\/?$/.exec(path)?.[1] ?? null
}

/** True for the path of the relays' channel. */
function isRelayPath(path: string): boolean {
  return /^\/api\/v1\/relays\/ws\/?$/.test(path)
}

/** True for the paths of the channel, of gateways and of relays. */
export function isChannelPath(path: string): boolean {
  return gatewayInPath(path) !== null || isRelayPath(path)
}

/** Checks Origin, key and path. A key anywhere but in the header is no key. */
export async function admit(platform: Platform, request: IncomingMessage): Promise<Admission> {
  const path = pathOf(request.url ?? '')
  const gatewayId = gatewayInPath(path)
  const isRelay = isRelayPath(path)
  if (request.headers.origin !== undefined) return refused(refusals.browser)
  const key = bearerIn(request.headers.authorization)
  if (isRelay) {
    return key !== undefined && isRelayKey(platform.keys, key)
      ? { ok: true, kind: 'relay' }
      : refused(refusals.noRelayKey)
  }
  if (key === undefined) return refused(refusals.noKey)
  const gateway = await authenticateGateway(platform.database, key)
  if (!gateway) return refused(refusals.noKey)
  if (!Id.safeParse(gatewayId).success || gatewayId?.toLowerCase() !== gateway.gatewayId) {
    return refused(refusals.notFound)
  }
  if (gateway.status === 'disabled') return refused(refusals.disabled)
  return { ok: true, kind: 'gateway', identity: gateway }
}
