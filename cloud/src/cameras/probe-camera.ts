import type { Camera, CameraConnection, CameraFault, ProbeOutcome, SealingKey } from '@sightline/protocol'
import type { CommandAnswer, ProbingRelay } from '../channel/command.service.js'
import { invalid } from '../platform/errors.js'
import { type Connection, whereIs } from './camera-connection.js'
import type { CameraDeps } from './camera-deps.js'
import { probeMessage } from './probe-message.js'
import { readRtspAddress } from './rtsp-address.js'
import { sealCredentials } from './seal-credentials.js'

/** Who is to look at a camera: the gateway that it is behind, or some relay. */
export type Prober =
  | { kind: 'gateway'; orgId: string; id: string; public_key: SealingKey | null }
  | { kind: 'relay'; orgId: string; relay: ProbingRelay }

export type ReachableCamera = Extract<ProbeOutcome, { reachable: true }>

/** What came of looking at a camera; a failure says why in words for a person. */
export type ProbeResult =
  | { ok: true; found: ReachableCamera }
  | { ok: false; fault: CameraFault | null; message: string }

/** A camera may take two connections and a keyframe; the gateway gives up before the client does. */
const deadlineMs = 20_000

/** Lets gateway or relay connect to a camera, receive a picture, and say what there is. */
export async function probeCamera(
  { commands }: CameraDeps,
  prober: Prober,
  connection: Connection,
  transport: Camera['stream_transport'],
): Promise<ProbeResult> {
  const key = prober.kind === 'gateway' ? prober.public_key : prober.relay.publicKey
  if (connection.credentials !== null && key === null) {
    return no('the gateway has no key for credentials: pair it again with a newer version of its program')
  }
  const body = { connection: await toWire(connection, key), stream_transport: transport }
  const answer =
    prober.kind === 'gateway'
      ? await commands.send(prober.orgId, prober.id, 'probe', body, { deadlineMs })
      : await commands.probeDirect(prober.orgId, prober.relay, body, { deadlineMs })
  return readProbe(answer, connection, prober.kind)
}

/**
 * Some relay, for a camera in direct mode.
 * @throws AppError invalid if none is connected
 */
export async function requireRelay({ commands }: CameraDeps, orgId: string): Promise<Prober> {
  const relay = await commands.findRelay(orgId)
  if (!relay) throw invalid('no relay is connected that could check the camera: try again later')
  return { kind: 'relay', orgId, relay }
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

function readProbe(answer: CommandAnswer<'probe'>, connection: Connection, by: Prober['kind']): ProbeResult {
  switch (answer.kind) {
    case 'offline':
      return no(
        by === 'gateway'
          ? 'the gateway is off line, so the camera cannot be checked: bring it on line and try again'
          : 'the relay is off line, so the camera cannot be checked: try again',
      )
    case 'no_answer':
      return no(`the ${by} did not answer in time, so the camera could not be checked: try again`)
    case 'refused':
      return no(`the ${by} could not check the camera (${answer.error.code}): try again`)
    case 'answered': {
      const { outcome } = answer
      if (outcome.reachable) return { ok: true, found: withPlainUrls(outcome) }
      const message = probeMessage(outcome.fault, connection.type, whereIs(connection), by)
      return { ok: false, fault: outcome.fault, message }
    }
  }
}

/** Whatever a camera says of itself: its addresses are stored without userinfo, and only if they are RTSP. */
export function withPlainUrls(outcome: ReachableCamera): ReachableCamera {
  const streams = outcome.streams.flatMap((stream) => {
    const reading = readRtspAddress(stream.url)
    return reading.ok ? [{ ...stream, url: reading.address.url }] : []
  })
  return { ...outcome, streams }
}

async function toWire(connection: Connection, key: SealingKey | null): Promise<CameraConnection> {
  const credentials =
    connection.credentials && key ? await sealCredentials(connection.credentials, key) : null
  return connection.type === 'rtsp'
    ? { type: 'rtsp', rtsp_url: connection.url, rtsp_sub_url: connection.subUrl, credentials }
    : { type: 'onvif', host: connection.host, port: connection.port, credentials }
}
