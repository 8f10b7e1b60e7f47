import type { Camera, CameraConnection, CameraFault, ProbeOutcome } from '@sightline/protocol'
import type { CommandAnswer } from '../channel/command.service.js'
import { invalid } from '../platform/errors.js'
import { type Connection, whereIs } from './camera-connection.js'
import type { CameraDeps } from './camera-deps.js'
import { probeMessage } from './probe-message.js'
import { readRtspAddress } from './rtsp-address.js'
import { type GatewayPublicKey, sealCredentials } from './seal-credentials.js'

/** The gateway that is to look at a camera. */
export interface ProbingGateway {
  orgId: string
  id: string
  public_key: GatewayPublicKey | null
}

export type ReachableCamera = Extract<ProbeOutcome, { reachable: true }>

/** What came of looking at a camera; a failure says why in words for a person. */
export type ProbeResult =
  | { ok: true; found: ReachableCamera }
  | { ok: false; fault: CameraFault | null; message: string }

/** A camera may take two connections and a keyframe; the gateway gives up before the client does. */
const deadlineMs = 20_000

/** Lets the gateway connect to a camera, receive a picture, and say what there is. */
export async function probeCamera(
  { commands }: CameraDeps,
  gateway: ProbingGateway,
  connection: Connection,
  transport: Camera['stream_transport'],
): Promise<ProbeResult> {
  if (connection.credentials !== null && gateway.public_key === null) {
    return no('the gateway has no key for credentials: pair it again with a newer version of its program')
  }
  const wire = await toWire(connection, gateway.public_key)
  const answer = await commands.send(
    gateway.orgId,
    gateway.id,
    'probe',
    { connection: wire, stream_transport: transport },
    { deadlineMs },
  )
  return readProbe(answer, connection)
}

/**
 * As `probeCamera`, for what must not go on without a picture.
 * @throws AppError invalid with the cause and what to do
 */
export async function requirePicture(...given: Parameters<typeof probeCamera>): Promise<ReachableCamera> {
  const result = await probeCamera(...given)
  if (!result.ok) throw invalid(result.message)
  return result.found
}

const no = (message: string): ProbeResult => ({ ok: false, fault: null, message })

function readProbe(answer: CommandAnswer<'probe'>, connection: Connection): ProbeResult {
  switch (answer.kind) {
    case 'offline':
      return no('the gateway is off line, so the camera cannot be checked: bring it on line and try again')
    case 'no_answer':
      return no('the gateway did not answer in time, so the camera could not be checked: try again')
    case 'refused':
      return no(`the gateway could not check the camera (${answer.error.code}): try again`)
    case 'answered': {
      const { outcome } = answer
      if (outcome.reachable) return { ok: true, found: withPlainUrls(outcome) }
      const message = probeMessage(outcome.fault, connection.type, whereIs(connection))
      return { ok: false, fault: outcome.fault, message }
    }
  }
}

/** Whatever a camera says of itself: its addresses are stored without userinfo, and only if they are RTSP. */
function withPlainUrls(outcome: ReachableCamera): ReachableCamera {
  const streams = outcome.streams.flatMap((stream) => {
    const reading = readRtspAddress(stream.url)
    return reading.ok ? [{ ...stream, url: reading.address.url }] : []
  })
  return { ...outcome, streams }
}

async function toWire(connection: Connection, key: GatewayPublicKey | null): Promise<CameraConnection> {
  const credentials =
    connection.credentials && key ? await sealCredentials(connection.credentials, key) : null
  return connection.type === 'rtsp'
    ? { type: 'rtsp', rtsp_url: connection.url, rtsp_sub_url: connection.subUrl, credentials }
    : { type: 'onvif', host: connection.host, port: connection.port, credentials }
}
