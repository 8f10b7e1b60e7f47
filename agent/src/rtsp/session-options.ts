import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'
import type { CertificatePins } from './certificate-pins.js'
import type { MediaTransport } from './media-path.js'
import type { RtspAddress, StreamCredentials } from './parse-rtsp-url.js'
import type { RtpSink } from './rtp-sink.js'
import type { RtspTap } from './rtsp-tap.js'
import type { Tracks } from './track.js'

export interface RtspSessionOptions {
  readonly address: RtspAddress
  readonly credentials: StreamCredentials | null
  /** The same account as it was typed in an address, where it can be read in two ways. */
  readonly typedCredentials?: StreamCredentials | null
  /** Never send the password in the clear. */
  readonly digestOnly?: boolean
  readonly allowsAddress: AddressPolicy
  readonly clock: Clock
  readonly random: Random
  /** What is known of certificates; without it only those of trusted authorities are taken. */
  readonly pins?: CertificatePins | undefined
  /** What to ask for first; default tcp. Encrypted sessions are TCP whatever is asked. */
  readonly transport?: MediaTransport
  /** Set the sound up, where there is some; default true. */
  readonly audio?: boolean
  /** Keep alive by OPTIONS whatever the camera offers. */
  readonly dislikesGetParameter?: boolean
  readonly onDislike?: () => void
  /** Resolving and connecting; default 5 s. */
  readonly connectTimeoutMs?: number
  /** Each answer; default 10 s. */
  readonly responseTimeoutMs?: number
  /** From PLAY to the first packet over UDP, ms; null (the default) does not wait for it. */
  readonly datagramTimeoutMs?: number | null
  readonly tap?: RtspTap | undefined
  /** The camera wrote bytes that belong to no frame, or broke one off, and the next was found; bytes passed over. */
  readonly onStray?: ((bytes: number) => void) | undefined
  /** The camera refuses what keeps its session alive, with this status, and goes on sending. Once a session. */
  readonly onKeepAliveRefused?: ((status: number) => void) | undefined
  /**
   * Makes the receivers of the tracks' payloads, before the first of them can come. Sound that is not wanted
   * gets none.
   * @throws StreamFailure where the tracks are of no use.
   */
  readonly receive: (tracks: Tracks) => TrackSinks
}

/** Who receives the payloads of which track. */
interface TrackSinks {
  readonly video: RtpSink
  readonly audio: RtpSink | null
}
