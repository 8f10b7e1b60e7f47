import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'
import { type SecretGuard, secrets } from '../platform/secrets.js'
import type { CertificatePins } from '../rtsp/certificate-pins.js'
import { credentialForms } from '../rtsp/credential-forms.js'
import type { MediaTransport } from '../rtsp/media-path.js'
import { openSession } from '../rtsp/open-session.js'
import { parseRtspUrl } from '../rtsp/parse-rtsp-url.js'
import type { AuthScheme } from '../rtsp/rtsp-authentication.js'
import type { Encryption } from '../rtsp/rtsp-connection.js'
import type { RtspSession } from '../rtsp/rtsp-session.js'
import type { RtspTap } from '../rtsp/rtsp-tap.js'
import type { RtspSessionOptions } from '../rtsp/session-options.js'
import { StreamFailure } from '../rtsp/stream-failure.js'
import { StreamQuirkCache } from '../rtsp/stream-quirks.js'
import type { StreamSink } from '../stream/packet.js'
import type { IngestCounters } from '../stream/picture-counts.js'
import { StreamIngest } from '../stream/stream-ingest.js'
import { watchFrames } from './frame-watchdog.js'
import type { StreamEndpoint } from './stream-endpoint.js'
import { watchReading } from './watch-reading.js'

export interface StreamDeps {
  readonly clock: Clock
  readonly random: Random
  readonly allowsAddress: AddressPolicy
  /** What is known of the certificates of cameras; without it only those of trusted authorities are taken. */
  readonly pins?: CertificatePins
  /** What was learned of streams in earlier connections; without it each begins anew. */
  readonly quirks?: StreamQuirkCache
  readonly timeouts?: Partial<StreamTimeouts>
}

interface StreamTimeouts {
  /** Resolving and connecting, ms. */
  readonly connectMs: number
  /** Each answer, ms. */
  readonly responseMs: number
  /** From PLAY to the first packet over UDP, ms, before TCP is tried. */
  readonly datagramMs: number
  /** Without a frame, ms; longer where pictures usually come rarely. */
  readonly silenceMs: number
  /** Frames without a keyframe that can be decoded, ms. */
  readonly keyframeMs: number
}

const usualTimeouts: StreamTimeouts = {
  connectMs: 5000,
  responseMs: 10_000,
  datagramMs: 4000,
  silenceMs: 10_000,
  keyframeMs: 5 * 60_000,
}

/** Five times the longest usual gap between pictures is no silence yet. */
const usualGaps = 5

/** What is known of a connection once it plays. */
export interface ConnectionFacts {
  readonly authScheme: AuthScheme
  /** What the packets come over, whatever was wanted. */
  readonly transport: MediaTransport
  /** Kinds of sound that the camera offers, e.g. PCMA. */
  readonly audioOffered: readonly string[]
  /** Those of them that cannot be received. */
  readonly audioLeftOut: readonly string[]
  /** Whether the connection is encrypted, and whether the camera can do no better than what is outdated. */
  readonly encryption: Encryption
}

/** What came of a stream before its first keyframe. */
export type EarlyOf = () => StreamIngest['early']

interface ReceiveOptions {
  readonly endpoint: StreamEndpoint
  readonly deps: StreamDeps
  readonly sink: StreamSink
  readonly nextRunId: () => number
  /** The pictures began anew though the connection stands; neither throws nor blocks. */
  readonly onBreak?: (reason: string) => void
  readonly onPlaying: (facts: ConnectionFacts, counters: () => IngestCounters, early: EarlyOf) => void
  /** Hears the dialogue and the packets, for a capture. */
  readonly tap?: RtspTap | undefined
  /** See `RtspSessionOptions`. */
  readonly onStray?: RtspSessionOptions['onStray']
  readonly onKeepAliveRefused?: RtspSessionOptions['onKeepAliveRefused']
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
  const { endpoint, deps, sink, nextRunId, onBreak } = options
  const parsed = parseRtspUrl(endpoint.url)
  const credentials = endpoint.credentials ?? parsed.credentials
  const typedCredentials = endpoint.credentials === null ? parsed.typedCredentials : null
  if (credentials !== null) {
    for (const { password } of credentialForms(credentials, typedCredentials)) guard.add(password)
  }
  const timeouts = { ...usualTimeouts, ...deps.timeouts }
  const quirks = deps.quirks ?? new StreamQuirkCache()
  let ingest: StreamIngest | null = null
  const session = await openSession(
    {
      address: parsed.address,
      credentials,
      typedCredentials,
      digestOnly: endpoint.digestOnly ?? false,
      allowsAddress: deps.allowsAddress,
      clock: deps.clock,
      random: deps.random,
      pins: deps.pins,
      quirks,
      transport: endpoint.transport ?? 'tcp',
      connectTimeoutMs: timeouts.connectMs,
      responseTimeoutMs: timeouts.responseMs,
      datagramTimeoutMs: timeouts.datagramMs,
      tap: options.tap,
      onStray: (bytes) => {
        ingest?.strayed()
        options.onStray?.(bytes)
      },
      onKeepAliveRefused: options.onKeepAliveRefused,
      receive: (tracks) => {
        // A second way of receiving begins anew.
        ingest?.end('the stream is opened in another way')
        ingest = new StreamIngest({ ...tracks, clock: deps.clock, nextRunId, sink, onBreak })
        return ingest
      },
    },
    signal,
  ).catch((error: unknown) => {
    endIngest(ingest, error)
    throw error
  })
  try {
    const key = `reading ${parsed.address.url}`
    return await receive(session, ingest, { ...options, timeouts, quirks, key }, signal)
  } catch (error) {
    endIngest(ingest, error)
    throw error
  } finally {
    await session.close()
  }
}

function endIngest(ingest: StreamIngest | null, error: unknown): void {
  ingest?.end(error instanceof StreamFailure ? error.message : 'the stream was closed')
}

/** Rejects with whatever ends the stream first. */
function receive(
  session: RtspSession,
  ingest: StreamIngest | null,
  options: ReceiveOptions & {
    readonly timeouts: StreamTimeouts
    readonly quirks: StreamQuirkCache
    /** What is known of how the stream is read stands under it. */
    readonly key: string
  },
  signal: AbortSignal,
): Promise<never> {
  const { deps, timeouts, quirks, key } = options
  const counters = (): IngestCounters => ingest?.counters ?? { units: 0, dropped: 0, packetsLost: 0 }
  const { audio, authScheme, encryption, transport } = session
  return new Promise<never>((_resolve, reject) => {
    const endings = [
      watchFrames({
        clock: deps.clock,
        progress: () => counters().units,
        timeoutMs: timeouts.silenceMs,
        usualGaps,
        onSilence: () => stop(silent()),
      }),
      watchReading({
        clock: deps.clock,
        readable: () => ingest?.readable ?? 0,
        quirks,
        key,
        timeoutMs: timeouts.silenceMs,
        mostMs: timeouts.keyframeMs,
        usualGaps,
        onUnreadable: () => stop(unreadable()),
      }),
      watchFrames({
        clock: deps.clock,
        progress: () => counters().units - counters().dropped,
        timeoutMs: timeouts.keyframeMs,
        usualGaps,
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
    const facts = { authScheme, transport, encryption }
    const early: EarlyOf = () => ingest?.early ?? { pictures: 0, facts: null }
    options.onPlaying({ ...facts, audioOffered: audio.offered, audioLeftOut: audio.leftOut }, counters, early)
    if (signal.aborted) onAbort()
  })
}

/** The connection stands and no frame comes: kept apart from other timeouts, for the camera's state is another. */
export class StreamSilence extends StreamFailure {}

function silent(): StreamSilence {
  return new StreamSilence(
    'timeout',
    'the camera is connected and sends no pictures: its encoder may hang, restart the camera',
  )
}

/** What was described is asked for anew with the next connection. */
function unreadable(): StreamFailure {
  return new StreamFailure(
    'protocol',
    'the camera sends other pictures than it describes: somebody may have changed its codec',
  )
}

function noKeyframe(): StreamFailure {
  return new StreamFailure(
    'protocol',
    'the camera sends pictures that cannot be decoded, and no keyframe: set a keyframe interval of 1 to 4 seconds',
  )
}
