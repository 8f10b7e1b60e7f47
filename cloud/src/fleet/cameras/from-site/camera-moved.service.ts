import { isIPv6 } from 'node:net'
import type { CameraMoved, ChannelError } from '@sightline/protocol'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Tx } from '../../../platform/database/handles.js'
import { findGateway, reviseConfiguration } from '../../gateways/gateway-cameras.service.js'
import {
  type CameraRow,
  findCamera,
  listStreams,
  lockCamera,
  replaceStreams,
  saveCamera,
} from '../camera.repository.js'

type MovedAnswer =
  | { readonly ok: true; readonly value: Record<string, never> }
  | { readonly ok: false; readonly error: ChannelError }

/** What is to be done with a report: answered at once, or stored. */
type Verdict = MovedAnswer | 'store'

/**
 * Stores the address at which a gateway found its camera again, and sends it out with the configuration. A repeat
 * changes nothing. What a person has changed since the gateway was sent its settings stands.
 */
export async function takeCameraMoved(
  tx: Tx,
  orgId: string,
  gatewayId: string,
  moved: CameraMoved,
): Promise<MovedAnswer> {
  const early = judge(await findCamera(tx, orgId, moved.camera_id), gatewayId, moved)
  if (early !== 'store') return early
  // The gateway's row before the camera's, as everywhere.
  const revision = await reviseConfiguration(tx, orgId, gatewayId)
  const camera = await lockCamera(tx, orgId, moved.camera_id)
  const verdict = judge(camera, gatewayId, moved)
  if (verdict !== 'store') return verdict
  const gateway = await findGateway(tx, orgId, gatewayId)
  if (camera === undefined || gateway === undefined || revision === undefined) return unknown
  await store(tx, camera, moved, revision)
  await recordAudit(
    tx,
    { orgId, actor: { kind: 'gateway', id: gatewayId, name: gateway.name } },
    'camera.moved',
    {
      target: { kind: 'camera', id: camera.id },
      data: { from: moved.from_host, to: moved.host, known_by: moved.proof.kind },
    },
  )
  return { ok: true, value: {} }
}

const unknown = refused('camera_unknown', 'the camera is not one of this gateway')

function judge(camera: CameraRow | undefined, gatewayId: string, moved: CameraMoved): Verdict {
  if (camera?.gateway_id !== gatewayId) return unknown
  if (camera.host === moved.host && camera.port === portOf(camera, moved)) return { ok: true, value: {} }
  if (camera.host !== moved.from_host.toLowerCase()) {
    return refused('conflict', 'the camera was given another address meanwhile')
  }
  return contradicts(camera, moved)
    ? refused('conflict', 'the cloud knows this camera by another serial number')
    : 'store'
}

/** The port of a camera known by its stream is that of the stream, which stays. */
function portOf(camera: CameraRow, { port }: CameraMoved): number {
  return camera.type === 'onvif' ? (port ?? camera.port) : camera.port
}

async function store(tx: Tx, camera: CameraRow, moved: CameraMoved, revision: number): Promise<void> {
  const { org_id: orgId, id } = camera
  const streams = await listStreams(tx, orgId, id)
  const atNewHost = streams.map((stream) => ({
    ...stream,
    url: withHost(stream.url, moved.from_host, moved.host),
  }))
  await replaceStreams(tx, orgId, id, atNewHost)
  await saveCamera(tx, orgId, id, {
    host: moved.host,
    port: portOf(camera, moved),
    identity: JSON.stringify({ ...camera.identity, ...identityOf(moved) }),
    config_revision: revision,
  })
}

/** A device with another serial number is another device, whatever else is equal. */
function contradicts({ identity }: CameraRow, { proof }: CameraMoved): boolean {
  const { serial } = identity
  return serial !== undefined && serial !== '' && proof.serial !== null && proof.serial !== serial
}

function identityOf({ proof: { mac, serial, endpoint } }: CameraMoved): CameraRow['identity'] {
  return {
    ...(serial !== null && { serial }),
    ...(mac !== null && { mac }),
    ...(endpoint !== null && { endpoint }),
  }
}

/** The address of a stream with its host exchanged; one that is elsewhere stays as it is. */
export function withHost(url: string, from: string, to: string): string {
  const parts = /^([a-z]+:\/\/)(\[[^\]]*\]|[^:/?#]*)(.*)$/is.exec(url)
  const [, scheme = '', host = '', rest = ''] = parts ?? []
  if (host.replace(/^\[|\]$/g, '').toLowerCase() !== from.toLowerCase()) return url
  return `${scheme}${isIPv6(to) ? `[${to}]` : to}${rest}`
}

function refused(code: string, message: string): MovedAnswer {
  return { ok: false, error: { code, message } }
}
