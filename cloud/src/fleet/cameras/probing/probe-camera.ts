import {
  type Camera,
  type CameraConnection,
  type CameraFault,
  type ProbeOutcome,
  probePictureCapability,
  type SealingKey,
} from '@sightline/protocol'
import { AppError, invalid } from '../../../platform/errors.js'
import type { CommandAnswer, ProbingRelay } from '../../channel/commands/command.service.js'
import type { CameraDeps, ProbeDeps } from '../camera-deps.js'
import { type Connection, hostAndPort } from '../connection/camera-connection.js'
import { readRtspAddress } from '../connection/rtsp-address.js'
import { sealCredentials } from '../connection/seal-credentials.js'
import { noKeyframeMessage, probeMessage } from './probe-message.js'
import { probedAddresses } from './probed-addresses.js'

/** Who is to probe a camera: the gateway that it is behind, or some relay. */
export type Prober =
  | {
      kind: 'gateway'
      orgId: string
      id: string
      public_key: SealingKey | null
      capabilities: readonly string[]
    }
  | { kind: 'relay'; orgId: string; relay: ProbingRelay }

export type ReachableCamera = Extract<ProbeOutcome, { reachable: true }>

/** What came of probing a camera; a failure says why in words for a person. */
type ProbeResult = { ok: true; found: ReachableCamera } | FailedProbe

export interface FailedProbe {
  ok: false
  fault: CameraFault | null
  message: string
  /** For how long pictures came without a keyframe, seconds; where that is why. */
  noKeyframeSec?: number | undefined
}

/** How a camera is looked at. */
interface ProbeWish {
  readonly transport: Camera['stream_transport']
  /** A picture is wanted with what was found, of whoever can cut one; default not. */
  readonly withPicture?: boolean
}

/** Whether the program of a gateway or a relay answers with a picture, as it said of itself. */
export function sendsPicture(prober: Prober): boolean {
  const { capabilities } = prober.kind === 'gateway' ? prober : prober.relay
  return capabilities.includes(probePictureCapability)
}

/**
 * Of the probe, from its turn on: a camera may take two connections and a keyframe that comes late. The gateway gives up
 * before the cloud does.
 */
export const probeDeadlineMs = 28_000

/**
 * Lets gateway or relay connect to a camera, receive a picture, and say what there is, once its turn has come.
 * @throws AppError unavailable with `Retry-After`, if that is not within 50 s
 */
export async function probeCamera(
  { commands, slots }: ProbeDeps,
  prober: Prober,
  connection: Connection,
  { transport, withPicture = false }: ProbeWish,
): Promise<ProbeResult> {
  const key = prober.kind === 'gateway' ? prober.public_key : prober.relay.publicKey
  if (connection.credentials !== null && key === null) {
    return failed('the gateway has no key for credentials: pair it again with a newer version of its program')
  }
  const picture = withPicture && sendsPicture(prober) ? { picture: true } : {}
  const body = { connection: await toWire(connection, key), stream_transport: transport, ...picture }
  const command = { type: 'probe', body, deadlineMs: probeDeadlineMs } as const
  const gatewayId = prober.kind === 'gateway' ? prober.id : null
  const camera = { orgId: prober.orgId, gatewayId, addresses: probedAddresses(body.connection) }
  const answer = await slots.withSlot(camera, () =>
    prober.kind === 'gateway'
      ? commands.send(prober.orgId, prober.id, command)
      : commands.probeDirect(prober.orgId, prober.relay, command),
  )
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
 * @throws AppError invalid with the cause and what to do; unavailable
 */
export async function requirePicture(...given: Parameters<typeof probeCamera>): Promise<ReachableCamera> {
  const result = await probeCamera(...given)
  if (!result.ok) {
    const facts = result.fault === null ? {} : { fault: result.fault }
    throw new AppError('invalid', result.message, { facts })
  }
  return result.found
}

const failed = (message: string): ProbeResult => ({ ok: false, fault: null, message })

function readProbe(answer: CommandAnswer<'probe'>, connection: Connection, by: Prober['kind']): ProbeResult {
  switch (answer.kind) {
    case 'offline':
      return failed(
        by === 'gateway'
          ? 'the gateway is off line, so the camera cannot be checked: bring it on line and try again'
          : 'the relay is off line, so the camera cannot be checked: try again',
      )
    case 'no_answer':
      return failed(`the ${by} did not answer in time, so the camera could not be checked: try again`)
    case 'refused':
      return failed(`the ${by} could not check the camera (${answer.error.code}): try again`)
    case 'answered': {
      const { outcome } = answer
      if (outcome.reachable && !sawChannel(connection, outcome))
        return failed(`the ${by} cannot choose a channel of a device: update its program to a newer version`)
      if (outcome.reachable) return { ok: true, found: withPlainUrls(outcome) }
      const { fault, no_keyframe_sec: noKeyframeSec } = outcome
      const where = hostAndPort(connection)
      const message =
        noKeyframeSec === undefined
          ? probeMessage(fault, connection.type, where, by)
          : noKeyframeMessage(where, noKeyframeSec)
      return { ok: false, fault, message, noKeyframeSec }
    }
  }
}

/** A gateway of an earlier version probes another channel than the one that was asked for, and says nothing of any. */
function sawChannel(connection: Connection, { channel = null }: ReachableCamera): boolean {
  return connection.type === 'rtsp' || connection.channel === null || channel !== null
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
    : {
        type: 'onvif',
        host: connection.host,
        port: connection.port,
        ...(connection.channel !== null && { channel: connection.channel }),
        credentials,
      }
}
