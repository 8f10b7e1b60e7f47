import type { CameraAddress, CameraConnection, ProbeOutcome } from '@sightline/protocol'
import type { LiveStreamFacts } from '../cameras/camera.js'
import { probeStream } from '../cameras/probe-stream.js'
import type { StreamDeps, StreamEndpoint } from '../cameras/receive-stream.js'
import type { DescribeDeps } from '../onvif/describe-device.js'
import { type SecretScope, secrets } from '../platform/secrets.js'
import type { MediaTransport } from '../rtsp/media-path.js'
import { parseRtspUrl, type RtspAddress, type StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { streamWarnings } from '../site/camera-warnings.js'
import { type FindStreamsDeps, type FoundStreams, findStreams, streamsAt } from '../site/find-streams.js'
import type { ProbeTurns } from './probe-turns.js'

export interface ProbeDeps extends StreamDeps {
  /** The facts of a stream that is being received already. */
  readonly live: (endpoint: StreamEndpoint) => LiveStreamFacts | null
  /** Of all probes of this process. */
  readonly turns: ProbeTurns
  /** What to try first; default tcp. */
  readonly transport?: MediaTransport
  /** How long each stream is looked at after its first picture, ms; default 2 s, less once a GOP has been seen. */
  readonly measureMs?: number
}

/** Who looks this long sees whether keyframes come as often as they should. */
const longMeasureMs = 6000

export type ProbeCameraDeps = FindStreamsDeps & ProbeDeps

/**
 * Connects to a camera as a configuration would, and says what it found.
 * @param deadlineMs for each stream
 * @throws the signal's reason only
 */
export function probeCamera(
  connection: CameraConnection,
  deadlineMs: number,
  deps: ProbeCameraDeps,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const find = (guard: SecretScope) => findStreams(connection, { ...deps, guard }, signal)
  return probing(connection, find, deadlineMs, deps, signal)
}

/**
 * As `probeCamera`, for a camera whose address and account a person typed.
 * @throws the signal's reason only
 */
export function probeTarget(
  target: CameraAddress,
  credentials: StreamCredentials | null,
  deadlineMs: number,
  deps: DescribeDeps & ProbeDeps,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const find = (guard: SecretScope) => {
    if (credentials) guard.add(credentials.password)
    return streamsAt(target, credentials, deps, signal)
  }
  return probing(target, find, deadlineMs, { measureMs: longMeasureMs, ...deps }, signal)
}

/** One probe of a host at a time, its password masked for as long as that takes. */
function probing(
  target: CameraAddress,
  find: (guard: SecretScope) => Promise<FoundStreams>,
  deadlineMs: number,
  deps: ProbeDeps,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const host = target.type === 'onvif' ? target.host : hostOf(target.rtsp_url)
  const probe = async (): Promise<ProbeOutcome> => {
    const guard = secrets.scope()
    try {
      const found = await find(guard)
      if (found.kind === 'failed') return { reachable: false, fault: found.fault, message: found.message }
      return await lookAtAll(found, deadlineMs, deps, signal)
    } finally {
      guard.end()
    }
  }
  return deps.turns.take(host.toLowerCase(), probe, signal)
}

async function lookAtAll(
  found: Extract<FoundStreams, { kind: 'found' }>,
  deadlineMs: number,
  deps: ProbeDeps,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const main = await look(found.main, 'main', deadlineMs, deps, signal)
  if (!main.ok) return { reachable: false, fault: main.fault, message: main.message }
  const streams = [main.stream]
  if (found.sub) {
    const sub = await look(found.sub, 'sub', deadlineMs, deps, signal)
    // A sub stream that cannot be received is no reason to refuse the camera, unless it was asked for.
    if (sub.ok) streams.push(sub.stream)
    else if (found.device === null)
      return { reachable: false, fault: sub.fault, message: `sub stream: ${sub.message}` }
  }
  const { device } = found
  return {
    reachable: true,
    streams,
    auth_scheme: main.authScheme,
    manufacturer: device?.manufacturer ?? null,
    model: device?.model ?? null,
    serial: device?.serial ?? null,
  }
}

async function look(
  endpoint: StreamEndpoint,
  role: 'main' | 'sub',
  deadlineMs: number,
  deps: ProbeDeps,
  signal: AbortSignal,
) {
  const { transport: wanted = endpoint.transport ?? 'tcp' } = deps
  const through = { ...endpoint, transport: wanted }
  const probed = await probeStream(through, { ...deps, deadlineMs: Math.min(10_000, deadlineMs) }, signal)
  if (!probed.ok) return probed
  const { audio, authScheme, bitrateKbps, codec, fps, gopSec, height, transport, width } = probed.stream
  const { measureMs = 0 } = deps
  const warnings = streamWarnings(role, probed.stream)
  if (gopSec === null && measureMs >= longMeasureMs) {
    warnings.push({ code: 'no_second_keyframe', stream: role, value: measureMs / 1000 })
  }
  return {
    ok: true as const,
    authScheme,
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

/** The host in an address; nothing for what is no address, which the probe itself complains of. */
function hostOf(url: string): string {
  return addressOf(url)?.host ?? ''
}

function addressOf(url: string): RtspAddress | null {
  try {
    return parseRtspUrl(url).address
  } catch {
    return null
  }
}
