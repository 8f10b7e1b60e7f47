import { emptyRtpPacket, readRtp } from './rtp-packet.js'

/** Receives the payloads of one track in order. The bytes are valid during the call only. */
export interface RtpSink {
  /** @param timestamp RTP timestamp, 32 bits, unwrapped by nobody yet. */
  payload(data: Buffer, start: number, end: number, timestamp: number, marker: boolean): void
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

/** How many packets in a row another source must send before it is taken for ours: once ours was seen, before. */
const newSourceAfter = 50
const firstSourceAfter = 8
/** How many packets in a row must follow each other before the sequence is believed to have begun anew. */
const newSequenceAfter = 3

/**
 * One RTP track. Keeps to one source: a camera with stale sessions sends their packets into this connection
 * too. Finds losses by the sequence numbers; over TCP nothing overtakes, so what is older is a repeat.
 */
export class RtpReceiver {
  private readonly packet = emptyRtpPacket()
  private readonly payloadType: number
  private readonly sink: RtpSink
  private readonly announced: number | null
  private ssrc: number | null
  private seen = false
  private strangers = 0
  private stranger = 0
  private expected: number | null = null
  private oldInRow = 0
  private oldExpected = 0
  received = 0
  discarded = 0

  /** @param ssrc the source that the camera announced, or null to take the first one that sends. */
  constructor(payloadType: number, ssrc: number | null, sink: RtpSink) {
    this.payloadType = payloadType
    this.announced = ssrc
    this.ssrc = ssrc
    this.sink = sink
  }

  /** Takes the packet between `start` and `end`, whatever it is. */
  push(data: Buffer, start: number, end: number): void {
    const { packet } = this
    if (
      !readRtp(data, start, end, packet) ||
      packet.payloadType !== this.payloadType ||
      !this.isOurs(packet.ssrc)
    ) {
      this.discarded++
      return
    }
    if (!this.isNext(packet.sequence)) {
      this.discarded++
      return
    }
    this.received++
    this.sink.payload(data, packet.payloadStart, packet.payloadEnd, packet.timestamp, packet.marker)
  }

  private isOurs(ssrc: number): boolean {
    this.ssrc ??= ssrc
    if (ssrc === this.ssrc) {
      this.seen = true
      this.strangers = 0
      return true
    }
    this.strangers = ssrc === this.stranger ? this.strangers + 1 : 1
    this.stranger = ssrc
    const needed = this.seen ? newSourceAfter : firstSourceAfter
    if (ssrc !== this.announced && this.strangers < needed) return false
    // Ours is silent and this one is not: the announcement was wrong, or the encoder restarted.
    this.ssrc = ssrc
    this.strangers = 0
    this.restart()
    return true
  }

  private isNext(sequence: number): boolean {
    const ahead = this.expected === null ? 0 : (sequence - this.expected) & 0xffff
    if (ahead >= 0x8000) return this.isNewSequence(sequence)
    this.oldInRow = 0
    this.expected = (sequence + 1) & 0xffff
    if (ahead > 0) this.sink.lost(ahead)
    return true
  }

  private isNewSequence(sequence: number): boolean {
    this.oldInRow = sequence === this.oldExpected ? this.oldInRow + 1 : 1
    this.oldExpected = (sequence + 1) & 0xffff
    if (this.oldInRow < newSequenceAfter) return false
    this.restart()
    this.expected = this.oldExpected
    return true
  }

  private restart(): void {
    this.expected = null
    this.oldInRow = 0
    this.sink.restarted()
  }
}
