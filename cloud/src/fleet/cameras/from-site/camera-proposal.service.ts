import { CameraCreate, type CameraPropose, type CameraProposed } from '@sightline/protocol'
import type { Tx } from '../../../platform/database/handles.js'
import { invalid, invalidField } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { requireCommissioning } from '../../gateways/commissioning/commissioning.service.js'
import { findCameraAt } from '../camera.repository.js'
import { type Connection, channelColumn, readConnection } from '../connection/camera-connection.js'
import { type ReachableCamera, withPlainUrls } from '../probing/probe-camera.js'
import { storeCamera } from '../settings/create-camera.js'

/** The gateway that proposes. */
interface Proposer {
  readonly orgId: string
  readonly gatewayId: string
}

/**
 * Adds a camera that somebody at the site of a gateway proposes, in the name of whoever made the pairing code. The
 * gateway has connected to it already, so nobody connects again. A camera that the gateway has at that address stays
 * as it is, and is the answer.
 * @throws AppError forbidden outside the commissioning window; invalid; missing
 */
export async function proposeCamera(
  platform: Platform,
  tx: Tx,
  proposer: Proposer,
  proposal: CameraPropose,
): Promise<CameraProposed> {
  const { orgId, gatewayId } = proposer
  const { siteId, publicKey, actor } = await requireCommissioning(platform, tx, orgId, gatewayId)
  const body = CameraCreate.safeParse({
    site_id: siteId,
    gateway_id: gatewayId,
    name: proposal.name,
    ...connectionFields(proposal),
  })
  if (!body.success) throw invalid(body.error.issues[0]?.message ?? 'this is no camera')
  const reading = readConnection(body.data.type, body.data, null)
  if (!reading.ok) throw invalidField(reading.field, reading.problem)
  const found = withPlainUrls(proposal.found)
  const connection = withNamedChannel(reading.connection, found)
  if (connection.credentials !== null && publicKey === null)
    throw invalid('the gateway has no key for credentials: pair it again with a newer version of its program')
  const known = await findCameraAt(tx, proposer, connection, mainUrlOf(connection, found.streams))
  if (known) return { camera_id: known.id, name: known.name, created: false }
  const caller = { orgId, actor }
  const camera = await storeCamera({ platform }, tx, caller, {
    body: body.data,
    gatewayId,
    connection,
    found,
    proposedOnSite: true,
  })
  return { camera_id: camera.id, name: camera.name, created: true }
}

/** As the device names it, by which its camera is stored. */
function withNamedChannel(connection: Connection, found: ReachableCamera): Connection {
  if (connection.type === 'rtsp') return connection
  return { ...connection, channel: channelColumn(connection, found) }
}

/** The proposal in the words of `POST /api/v1/cameras`. */
function connectionFields({ connection, credentials }: CameraPropose) {
  const { username, password } = credentials ?? {}
  switch (connection.type) {
    case 'rtsp':
      return { ...connection, rtsp_username: username, rtsp_password: password }
    case 'onvif': {
      const { channel, ...address } = connection
      // The interface asks for both; a camera without a login has empty ones.
      return {
        ...address,
        onvif_channel: channel,
        onvif_username: username ?? '',
        onvif_password: password ?? '',
      }
    }
  }
}

/** The stream by which one camera is known, whether it was added by its address or by its ONVIF service. */
function mainUrlOf(
  connection: Connection,
  streams: readonly { role: 'main' | 'sub'; url: string }[],
): string | null {
  if (connection.type === 'rtsp') return connection.url
  return streams.find(({ role }) => role === 'main')?.url ?? null
}
