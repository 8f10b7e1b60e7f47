import type { Authenticator } from '../authentication.js'
import type { Counters, StreamName } from '../counters.js'
import type { Faults } from '../faults.js'
import type { LiveStream } from '../live-stream.js'
import type { AudioSource } from './audio-source.js'

export interface ServedStream {
  readonly name: StreamName
  /** Path and query, e.g. `/main` or `/cam/realmonitor?channel=1`. */
  readonly path: string
  readonly live: LiveStream
  /** From 1. */
  readonly channel: number
}

/** What the RTSP side needs to know of its camera. */
export interface CameraContext {
  readonly name: string
  readonly host: string
  readonly streams: readonly ServedStream[]
  readonly faults: Faults
  readonly counters: Counters
  readonly sessionTimeoutSec: number
  /** A second track; null without. */
  readonly audio: AudioSource | null
  /** Where SPS and PPS are told. */
  readonly parameterSets: 'both' | 'sdp-only' | 'in-band-only'
  readonly controlUrls: 'relative' | 'absolute'
  /** What a client may ask for; the rest is a 461. */
  readonly transports: readonly ('tcp' | 'udp')[]
  /** RTSP inside TLS, by a certificate of its own; as today, or as ten years ago. */
  readonly tls: 'none' | 'self-signed' | 'outdated'
  readonly clockOffsetMs: number
  newAuthenticator(): Authenticator
}
