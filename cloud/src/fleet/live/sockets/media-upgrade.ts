import type { IncomingMessage } from 'node:http'
import { Id } from '@sightline/protocol'
import { bearerIn } from '../../../platform/http/access.js'
import type { RawAnswer } from '../../../platform/http/raw-answer.js'
import { pathOf } from '../../../platform/http/request-target.js'
import type { Platform } from '../../../platform/platform.js'
import { authenticateGateway } from '../../gateways/presence/gateway-presence.service.js'
import { findLeaseHolder } from '../../relays/leases/lease.service.js'
import { isRelayKey } from '../../relays/relay-key.service.js'
import type { ExpectedSockets } from '../upstreams/expected-sockets.js'
import type { Sender } from './agent-sockets.js'
import { mediaRefusals } from './media-refusals.js'

/** The `live_id` of a media socket that may be opened, or why not. Everything is checked before 101. */
export type MediaAdmission =
  | { readonly ok: true; readonly liveId: string; readonly sender: Sender }
  /** The key is good, but nobody on this node waits for the picture. */
  | { readonly ok: false; readonly refusal: RawAnswer; readonly unknown: UnknownSocket }
  | { readonly ok: false; readonly refusal: RawAnswer; readonly unknown?: undefined }

/** A media socket for which this node does not wait; another may. */
export interface UnknownSocket {
  readonly liveId: string
  /** Who asks, as far as its key tells: all relays have one. */
  readonly from: string
}

const gatewayPath = /^\/api\/v1\/gateways\/([^/]+)\/live\/([^/]+)\/?$/
const relayPath = /^\/api\/v1\/relays\/live\/([^/]+)\/?$/

const refused = (refusal: RawAnswer): MediaAdmission => ({ ok: false, refusal })

const unknownTo = (from: string, liveId: string): MediaAdmission => ({
  ok: false,
  refusal: mediaRefusals.notFound,
  unknown: { liveId: liveId.toLowerCase(), from },
})

/** True for the paths of media sockets. */
export function isMediaPath(path: string): boolean {
  return gatewayPath.test(path) || relayPath.test(path)
}

/** Checks Origin, key, path and what was asked of whom. */
export async function admitMedia(
  platform: Platform,
  expected: Pick<ExpectedSockets, 'find'>,
  request: IncomingMessage,
): Promise<MediaAdmission> {
  if (request.headers.origin !== undefined) return refused(mediaRefusals.browser)
  const path = pathOf(request.url ?? '')
  const [, gatewayId, liveId = ''] = gatewayPath.exec(path) ?? []
  if (gatewayId !== undefined) return admitGateway(platform, expected, { request, gatewayId, liveId })
  return admitRelay(platform, expected, { request, liveId: relayPath.exec(path)?.[1] ?? '' })
}

async function admitGateway(
  platform: Platform,
  expected: Pick<ExpectedSockets, 'find'>,
  { request, gatewayId, liveId }: { request: IncomingMessage; gatewayId: string; liveId: string },
): Promise<MediaAdmission> {
  const key = bearerIn(request.headers.authorization)
  const gateway = key === undefined ? null : await authenticateGateway(platform.database, key)
  if (!gateway) return refused(mediaRefusals.noKey)
  if (!Id.safeParse(gatewayId).success || gatewayId.toLowerCase() !== gateway.gatewayId)
    return refused(mediaRefusals.notFound)
  if (gateway.status === 'disabled') return refused(mediaRefusals.disabled)
  const socket = expected.find(liveId.toLowerCase())
  if (!socket) return unknownTo(gateway.gatewayId, liveId)
  if (socket.dialer.kind !== 'gateway' || socket.dialer.gatewayId !== gateway.gatewayId)
    return refused(mediaRefusals.notFound)
  if (socket.isTaken) return refused(mediaRefusals.taken)
  const { orgId, cameraId } = socket.dialer
  const sender = { kind: 'gateway', orgId, cameraId, identity: gateway } as const
  return { ok: true, liveId: liveId.toLowerCase(), sender }
}

async function admitRelay(
  { keys, database }: Platform,
  expected: Pick<ExpectedSockets, 'find'>,
  { request, liveId }: { request: IncomingMessage; liveId: string },
): Promise<MediaAdmission> {
  const key = bearerIn(request.headers.authorization)
  if (key === undefined || !isRelayKey(keys, key)) return refused(mediaRefusals.noRelayKey)
  const socket = expected.find(liveId.toLowerCase())
  if (!socket) return unknownTo(`relay ${request.socket.remoteAddress ?? ''}`, liveId)
  if (socket.dialer.kind !== 'relay') return refused(mediaRefusals.notFound)
  const { orgId, cameraId } = socket.dialer
  // All relays have one key: which of them may send the camera follows from its lease.
  const holder = await findLeaseHolder(database.forOrg(orgId), orgId, cameraId)
  const epoch = request.headers['x-lease-epoch']
  if (!holder || String(holder.lease.epoch) !== epoch) return refused(mediaRefusals.staleLease)
  if (socket.isTaken) return refused(mediaRefusals.taken)
  const sender = { kind: 'relay', orgId, cameraId, epoch: holder.lease.epoch } as const
  return { ok: true, liveId: liveId.toLowerCase(), sender }
}
