import type { CameraConnection, ProbeOutcome } from '@sightline/protocol'
import type { LiveStreamFacts } from '../cameras/camera.js'
import { probeStream } from '../cameras/probe-stream.js'
import type { StreamDeps, StreamEndpoint } from '../cameras/receive-stream.js'
import { parseRtspUrl } from '../rtsp/parse-rtsp-url.js'
import { asStreamFailure } from '../rtsp/stream-failure.js'
import { type FindStreamsDeps, type FoundStreams, findStreams } from '../site/find-streams.js'

export interface ProbeDeps extends StreamDeps {
  /** The facts of a stream that is being received already. */
  readonly live: (endpoint: StreamEndpoint) => LiveStreamFacts | null
}

export type ProbeCameraDeps = FindStreamsDeps & ProbeDeps

/**
 * Connects to a camera as a configuration would, and says what it found.
 * @param deadlineMs for the whole
 * @throws the signal's reason only
 */
export async function probeCamera(
  connection: CameraConnection,
  deadlineMs: number,
  deps: ProbeCameraDeps,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  const found = await findStreams(connection, deps, signal)
  if (found.kind === 'failed') return { reachable: false, fault: found.fault, message: found.message }
  return probeStreams(found, deadlineMs, deps, signal)
}

/** Connects to streams whose addresses are known. @throws the signal's reason only */
export async function probeStreams(
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
  const probed = await probeStream(endpoint, { ...deps, deadlineMs: Math.min(10_000, deadlineMs) }, signal)
  if (!probed.ok) return probed
  const { codec, width, height, fps, gopSec, authScheme } = probed.stream
  const url = withoutCredentials(endpoint.url)
  return {
    ok: true as const,
    authScheme,
    stream: { role, url, codec, width, height, fps, gop_sec: gopSec },
  }
}

function withoutCredentials(url: string): string {
  try {
    return parseRtspUrl(url).address.url
  } catch (error) {
    return asStreamFailure(error).fault
  }
}
