import type { Clock } from '../platform/clock.js'

/** Receives the payloads of one track in order. The bytes are valid during the call only. */
export interface RtpSink {
  /**
   * @param timestamp RTP timestamp, 32 bits, unwrapped by nobody yet.
   * @param arrivedMs where it came earlier than now, by the monotonic clock.
   */
  payload(
    data: Buffer,
    start: number,
    end: number,
    timestamp: number,
    marker: boolean,
    arrivedMs?: number,
  ): void
  /** A packet without payload bore the marker: what belongs to this timestamp is whole. */
  ended?(timestamp: number): void
  /** Packets are missing between the last payload and the next. */
  lost(packets: number): void
  /** The sender began anew: sequence numbers and timestamps have no relation to those before. */
  restarted(): void
  /**
   * The camera's own clock at a timestamp (RFC 3550 section 6.4.1), ms since the epoch: right to compare the
   * tracks of one camera, and for nothing else.
   */
  senderReport?(ntpMs: number, rtpTimestamp: number): void
}

export interface RtpReceiverOptions {
  /** As the description says; one that says another than it sends is received all the same. */
  readonly payloadType: number
  /** Of the other tracks, which may come the same way. */
  readonly otherPayloadTypes?: ReadonlySet<number>
  /** Ticks of RTP timestamps per second. */
  readonly clockRate: number
  /** The source that the camera announced, or null to take the first one that sends. */
  readonly ssrc: number | null
  /** Sources of sessions that ended before, which some cameras go on sending into new connections. */
  readonly stale?: ReadonlySet<number>
  /** `kept` where nothing overtakes, as in TCP; `restored` where packets are put in order first. */
  readonly order: 'kept' | 'restored'
  readonly clock: Clock
  readonly sink: RtpSink
}
