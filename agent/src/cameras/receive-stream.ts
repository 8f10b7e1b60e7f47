import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'
import { type SecretGuard, secrets } from '../platform/secrets.js'
import { parseRtspUrl, type StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import type { AuthScheme } from '../rtsp/rtsp-authentication.js'
import { RtspSession } from '../rtsp/rtsp-session.js'
import { StreamFailure } from '../rtsp/stream-failure.js'
import { type IngestCounters, type PacketSink, VideoIngest } from '../stream/video-ingest.js'
import { watchFrames } from './frame-watchdog.js'

/** A stream and the account for it. Credentials in the URL are used where none are given beside it. */
export interface StreamEndpoint {
  readonly url: string
  readonly credentials: StreamCredentials | null
  /** What to try first; the other one follows where the camera or a firewall refuses it. Default tcp. */
  readonly transport?: Transport
  /** Never send the password in the clear: only announcements vouch for the camera at this address. */
  readonly digestOnly?: boolean
}

export type Transport = 'tcp' | 'udp'

export type Encryption = 'none' | 'tls' | 'outdated-tls'

export interface StreamDeps {
  readonly clock: Clock
  readonly random: Random
  readonly allowsAddress: AddressPolicy
  readonly timeouts?: Partial<StreamTimeouts>
}

export interface StreamTimeouts {
  /** Resolving and connecting, ms. */
  readonly connectMs: number
  /** Each answer, ms. */
  readonly responseMs: number
  /** Without a frame, ms; a longer measured GOP makes it longer. */
  readonly silenceMs: number
  /** Frames without a keyframe that can be decoded, ms. */
  readonly keyframeMs: number
}

const usualTimeouts: StreamTimeouts = {
  connectMs: 5000,
  responseMs: 10_000,
  silenceMs: 10_000,
  keyframeMs: 5 * 60_000,
}

/** What is known of a connection once it plays. */
export interface ConnectionFacts {
  readonly authScheme: AuthScheme
  /** What the packets come over, whatever was wanted. */
  readonly transport: Transport
  /** Kinds of sound that the camera offers, e.g. PCMA. */
  readonly audioOffered: readonly string[]
  /** Those of them that cannot be received. */
  readonly audioLeftOut: readonly string[]
  /** Whether the connection is encrypted, and whether the camera can do no better than what is outdated. */
  readonly encryption: Encryption
}

export interface ReceiveOptions {
  readonly endpoint: StreamEndpoint
  readonly deps: StreamDeps
  readonly sink: PacketSink
  readonly nextRunId: () => number
  /** Measured distance of keyframes, seconds, or null. */
  readonly gopSec: () => number | null
  readonly onPlaying: (facts: ConnectionFacts, counters: () => IngestCounters) => void
}

/**
 * Receives one stream over one connection until `signal` aborts or the connection is of no use any more;
 * then nothing of it is left open, and the run in progress has ended.
 * @throws StreamFailure, or the signal's reason.
 */
export async function receiveStream(options: ReceiveOptions, signal: AbortSignal): Promise<never> {
  const guard = secrets.scope()
  try {
    return await receiveMasked(options, guard, signal)
  } finally {
    guard.end()
  }
}

async function receiveMasked(
  options: ReceiveOptions,
  guard: SecretGuard,
  signal: AbortSignal,
): Promise<never> {
  const { endpoint, deps, sink, nextRunId } = options
  const parsed = parseRtspUrl(endpoint.url)
  const credentials = endpoint.credentials ?? parsed.credentials
  if (credentials !== null) guard.add(credentials.password)
  const timeouts = { ...usualTimeouts, ...deps.timeouts }
  let ingest: VideoIngest | null = null
  const session = await RtspSession.open(
    {
      address: parsed.address,
      credentials,
      allowsAddress: deps.allowsAddress,
      clock: deps.clock,
      random: deps.random,
      connectTimeoutMs: timeouts.connectMs,
      responseTimeoutMs: timeouts.responseMs,
      receive: ({ video: { codec, clockRate, parameterSets } }) => {
        if (codec !== 'h264') throw notH264()
        ingest = new VideoIngest({ clockRate, parameterSets, clock: deps.clock, nextRunId, sink })
        return { video: ingest, audio: null }
      },
    },
    signal,
  ).catch((error: unknown) => {
    endIngest(ingest, error)
    throw error
  })
  try {
    return await receive(session, ingest, options, timeouts, signal)
  } catch (error) {
    endIngest(ingest, error)
    throw error
  } finally {
    await session.close()
  }
}

function notH264(): StreamFailure {
  return new StreamFailure(
    'codec',
    'the camera sends H.265, which is not supported yet: set this stream to H.264 in the camera',
  )
}

function endIngest(ingest: VideoIngest | null, error: unknown): void {
  ingest?.end(error instanceof StreamFailure ? error.message : 'the stream was closed')
}

/** Rejects with whatever ends the stream first. */
function receive(
  session: RtspSession,
  ingest: VideoIngest | null,
  options: ReceiveOptions,
  timeouts: StreamTimeouts,
  signal: AbortSignal,
): Promise<never> {
  const { deps, gopSec } = options
  const counters = (): IngestCounters => ingest?.counters ?? { units: 0, dropped: 0, packetsLost: 0 }
  const { audio, authScheme } = session
  return new Promise<never>((_resolve, reject) => {
    const endings = [
      watchFrames({
        clock: deps.clock,
        progress: () => counters().units,
        timeoutMs: () => Math.max(timeouts.silenceMs, (gopSec() ?? 0) * 2000),
        onSilence: () => stop(silent()),
      }),
      watchFrames({
        clock: deps.clock,
        progress: () => counters().units - counters().dropped,
        timeoutMs: () => Math.max(timeouts.keyframeMs, (gopSec() ?? 0) * 2000),
        onSilence: () => stop(noKeyframe()),
      }),
    ]
    const onAbort = () => stop(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    const stop = (error: Error) => {
      for (const end of endings) end()
      signal.removeEventListener('abort', onAbort)
      reject(error)
    }
    session.onEnd(stop)
    signal.addEventListener('abort', onAbort, { once: true })
    const facts = { authScheme, transport: 'tcp', encryption: 'none' } as const
    options.onPlaying({ ...facts, audioOffered: audio.offered, audioLeftOut: audio.leftOut }, counters)
    if (signal.aborted) onAbort()
  })
}

/** The connection stands and no frame comes: told from other timeouts, for the camera's state is another. */
export class StreamSilence extends StreamFailure {}

function silent(): StreamSilence {
  return new StreamSilence(
    'timeout',
    'the camera is connected and sends no pictures: its encoder may hang, restart the camera',
  )
}

function noKeyframe(): StreamFailure {
  return new StreamFailure(
    'protocol',
    'the camera sends pictures that cannot be decoded, and no keyframe: set a keyframe interval of 1 to 4 seconds',
  )
}
