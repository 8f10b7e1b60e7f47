import type { CameraAddress, CameraConnection, ProbedCamera, ProbeOutcome } from '@sightline/protocol'
import { streamWarnings } from '../cameras/camera-warnings.js'
import {
  type ResolveStreamsDeps,
  resolveStreams,
  type StreamResolution,
  streamsAt,
} from '../cameras/resolve-streams.js'
import type { DescribeDeps, DescribedDevice } from '../onvif/describe-device.js'
import { type SecretScope, secrets } from '../platform/secrets.js'
import type { MediaTransport } from '../rtsp/media-path.js'
import { parseRtspUrl, type RtspAddress, type StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { probeStream } from '../streams/probe-stream.js'
import type { StreamDeps } from '../streams/receive-stream.js'
import type { LiveStreamFacts } from '../streams/stream-connection.js'
import type { StreamEndpoint } from '../streams/stream-endpoint.js'
import type { ProbeTurns } from './probe-turns.js'
import { type ProbedPictures, withPicture } from './probed-picture.js'

interface ProbeTargetDeps extends StreamDeps {
  /** The facts of a stream that is being received already. */
  readonly live: (endpoint: StreamEndpoint) => LiveStreamFacts | null
  /** Of all probes of this process. */
  readonly turns: ProbeTurns
  /** What to try first; default tcp. */
  readonly transport?: MediaTransport
  /** How long each stream is measured after its first picture, ms; default 2 s, less once a GOP has been seen. */
  readonly measureMs?: number
  /** A picture is wanted with what was found, and comes from here; default none. */
  readonly pictures?: ProbedPictures | undefined
}

/** A measurement of this length shows whether keyframes come as often as they should. */
const longMeasureMs = 6000

/** What is left for the answer once a stream was looked at, ms; and for a picture that was wanted. */
const answerMs = 1000
const pictureMs = 5500
/** A stream is given no less, ms. */
const leastMs = 3000

export type ProbeCameraDeps = ResolveStreamsDeps & ProbeTargetDeps

interface TimedProbeDeps extends ProbeTargetDeps {
  /** When all of it is over, ms of the monotonic clock. */
  readonly untilMs: number
}

/**
 * Connects to a camera as a configuration would, and says what it found.
 * @param deadlineMs for all of it, waiting for its turn included
 * @throws the signal's reason only
 */
export function probeCamera(
  connection: CameraConnection,
  deadlineMs: number,
  deps: ProbeCameraDeps,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const find = (guard: SecretScope) => resolveStreams(connection, { ...deps, guard }, signal)
  return probeInTurn(connection, find, { ...deps, untilMs: deps.clock.monotonic() + deadlineMs }, signal)
}

/** A camera whose address and account a person typed. */
interface TypedTarget {
  readonly target: CameraAddress
  readonly credentials: StreamCredentials | null
}

/**
 * As `probeCamera`, for what a person typed.
 * @throws the signal's reason only
 */
export function probeTarget(
  { target, credentials }: TypedTarget,
  deadlineMs: number,
  deps: DescribeDeps & ProbeTargetDeps,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const find = (guard: SecretScope) => {
    if (credentials) guard.add(credentials.password)
    return streamsAt(target, credentials, deps, signal)
  }
  const untilMs = deps.clock.monotonic() + deadlineMs
  return probeInTurn(target, find, { measureMs: longMeasureMs, ...deps, untilMs }, signal)
}

/** One probe of a camera at a time, its password masked for as long as that takes. */
function probeInTurn(
  target: CameraAddress,
  find: (guard: SecretScope) => Promise<StreamResolution>,
  deps: TimedProbeDeps,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const door = target.type === 'onvif' ? doorOf(target.host, target.port) : doorOfUrl(target.rtsp_url)
  const probe = async (): Promise<ProbeOutcome> => {
    const guard = secrets.scope()
    try {
      const found = await find(guard)
      if (found.kind === 'failed') return { reachable: false, fault: found.fault, message: found.message }
      return await probeStreams(found, deps, signal)
    } finally {
      guard.end()
    }
  }
  return deps.turns.take(door, probe, signal)
}

async function probeStreams(
  found: Extract<StreamResolution, { kind: 'found' }>,
  deps: TimedProbeDeps,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const main = await probeOne(found.main, 'main', deps, signal)
  if (!main.ok) return refusal(main)
  const streams = [main.stream]
  if (found.sub) {
    const sub = await probeOne(found.sub, 'sub', deps, signal)
    // A sub stream that cannot be received is no reason to refuse the camera, unless it was asked for.
    if (sub.ok) streams.push(sub.stream)
    else if (found.device === null) return refusal({ ...sub, message: `sub stream: ${sub.message}` })
  }
  const { device } = found
  const outcome: ProbeOutcome = {
    reachable: true,
    streams,
    auth_scheme: main.authScheme,
    manufacturer: device?.manufacturer ?? null,
    model: device?.model ?? null,
    serial: device?.serial ?? null,
    ...channelsOf(device),
  }
  if (!deps.pictures) return outcome
  const { maker, ofRunning } = deps.pictures
  const gop = () => (main.wasRunning ? ofRunning(main.endpoint) : main.pictures)
  return withPicture(outcome, gop, { maker, clock: deps.clock }, signal)
}

function refusal({
  fault,
  message,
  noKeyframeSec,
}: Extract<Awaited<ReturnType<typeof probeStream>>, { ok: false }>): ProbeOutcome {
  const seen = noKeyframeSec === undefined ? {} : { no_keyframe_sec: noKeyframeSec }
  return { reachable: false, fault, message, ...seen }
}

/** The list is of interest where there is a choice. */
function channelsOf(device: DescribedDevice | null): Pick<ProbedCamera, 'channel' | 'channels'> {
  if (device === null) return {}
  const channels = device.channels.slice(0, 128).map(({ token, name }) => ({ token, name }))
  return { channel: device.channel?.token ?? null, ...(channels.length > 1 && { channels }) }
}

async function probeOne(
  endpoint: StreamEndpoint,
  role: 'main' | 'sub',
  deps: TimedProbeDeps,
  signal: AbortSignal,
) {
  const { untilMs, transport: wanted = endpoint.transport ?? 'tcp' } = deps
  const through = { ...endpoint, transport: wanted }
  const isPictureWanted = deps.pictures !== undefined
  const { measureMs: longestMs = 2000 } = deps
  const leftMs = untilMs - deps.clock.monotonic() - longestMs - (isPictureWanted ? pictureMs : answerMs)
  // Where less is left, the deadline of the whole is what ends it.
  const keyframeMs = Math.max(leftMs, leastMs)
  const bounds = {
    deadlineMs: Math.min(10_000, keyframeMs),
    keyframeMs,
    keepsPictures: isPictureWanted && role === 'main',
  }
  const probed = await probeStream(through, { ...deps, ...bounds }, signal)
  if (!probed.ok) return probed
  const { audio, authScheme, bitrateKbps, codec, fps, gopSec, height, transport, width } = probed.stream
  const { measureMs = 0 } = deps
  const warnings = streamWarnings(role, probed.stream)
  const isTold = warnings.some(({ code }) => code === 'no_second_keyframe')
  if (gopSec === null && measureMs >= longMeasureMs && !isTold) {
    warnings.push({ code: 'no_second_keyframe', stream: role, value: measureMs / 1000 })
  }
  return {
    ok: true as const,
    authScheme,
    endpoint: through,
    pictures: probed.pictures,
    wasRunning: probed.firstPacketMs === null,
    stream: {
      role,
      url: withoutCredentials(endpoint.url),
      codec,
      width,
      height,
      fps,
      gop_sec: gopSec,
      bitrate_kbps: bitrateKbps,
      audio: audio?.codec ?? null,
      transport,
      warnings,
    },
  }
}

function withoutCredentials(url: string): string {
  return addressOf(url)?.url ?? ''
}

/** The camera in an address; nothing for what is no address, which the probe itself complains of. */
function doorOfUrl(url: string): string {
  const address = addressOf(url)
  return address === null ? '' : doorOf(address.host, address.port)
}

/** Behind one host there may be several cameras, each at a port that is forwarded to it. */
function doorOf(host: string, port: number | null): string {
  return `${host.toLowerCase()}:${port ?? ''}`
}

function addressOf(url: string): RtspAddress | null {
  try {
    return parseRtspUrl(url).address
  } catch {
    return null
  }
}
