import type { Clock } from '../platform/clock.js'
import { ReceptionStatistics } from './reception-statistics.js'
import { ReorderBuffer } from './reorder-buffer.js'
import type { ReportBlock, SenderReport } from './rtcp.js'
import { emptyRtpPacket, type RtpPacket, readRtp } from './rtp-packet.js'

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

/** How many packets in a row another source must send before it is taken for ours: once ours was seen, before. */
const newSourceAfter = 50
const firstSourceAfter = 8
/** How many packets in a row must follow each other before the sequence is believed to have begun anew. */
const newSequenceAfter = 3
/** What lies further behind than this was not merely overtaken. */
const farthestOvertaken = 512
/** What lies further ahead is believed once others follow it: the number may be damaged (RFC 3550, section A.1). */
const farthestAhead = 3000

/**
 * One RTP track. Keeps to one source: a camera with stale sessions sends their packets into this connection
 * too. Finds losses by the sequence numbers; what is older than what was handed on is a repeat, or too late.
 */
export class RtpReceiver {
  readonly #packet = emptyRtpPacket()
  readonly #options: RtpReceiverOptions
  readonly #reorder: ReorderBuffer | null
  #ssrc: number | null
  #payloadType: number
  #seenType = false
  #otherTypesInRow = 0
  #statistics: ReceptionStatistics | null = null
  #seen = false
  #strangers = 0
  #stranger = 0
  #expected: number | null = null
  #oddInRow = 0
  #oddExpected = 0
  received = 0
  discarded = 0

  constructor(options: RtpReceiverOptions) {
    this.#options = options
    this.#ssrc = options.ssrc
    this.#payloadType = options.payloadType
    this.#reorder = options.order === 'kept' ? null : this.#makeReorderBuffer()
  }

  /** The source that is listened to; null before any. */
  get source(): number | null {
    return this.#ssrc
  }

  /** Takes the packet between `start` and `end`, whatever it is. Where order is restored the bytes are kept. */
  push(data: Buffer, start: number, end: number): void {
    const packet = this.#packet
    const options = this.#options
    if (!readRtp(data, start, end, packet) || !this.#isOurType(packet) || !this.#isOurs(packet.ssrc)) {
      this.discarded++
      return
    }
    this.#statistics ??= new ReceptionStatistics(packet.ssrc, options.clockRate, packet.sequence)
    this.#statistics.arrived(packet.sequence, packet.timestamp, options.clock.monotonic())
    const { sequence, timestamp, marker, payloadStart, payloadEnd } = packet
    if (this.#reorder === null) this.#inOrder(sequence, timestamp, marker, data, payloadStart, payloadEnd)
    else this.#reorder.push({ sequence, timestamp, marker, data, payloadStart, payloadEnd })
  }

  /** Takes a sender report; those of other sources are none of ours. */
  report(report: SenderReport): void {
    if (report.ssrc !== this.#ssrc) return
    this.#statistics?.reported(report, this.#options.clock.monotonic())
    if (report.ntpMs !== null) this.#options.sink.senderReport?.(report.ntpMs, report.rtpTimestamp)
  }

  /** What is to be reported of the source; null before its first packet. */
  takeBlock(): ReportBlock | null {
    return this.#statistics?.take(this.#options.clock.monotonic()) ?? null
  }

  /** Hands nothing on any more. */
  close(): void {
    this.#reorder?.reset()
  }

  #makeReorderBuffer(): ReorderBuffer {
    return new ReorderBuffer(
      this.#options.clock,
      ({ sequence, timestamp, marker, data, payloadStart, payloadEnd }) =>
        this.#inOrder(sequence, timestamp, marker, data, payloadStart, payloadEnd),
    )
  }

  /** Takes parts and not an object: hundreds of packets a second and camera come this way. */
  #inOrder(
    sequence: number,
    timestamp: number,
    marker: boolean,
    data: Buffer,
    payloadStart: number,
    payloadEnd: number,
  ): void {
    if (!this.#isNext(sequence)) {
      this.discarded++
      return
    }
    this.received++
    this.#options.sink.payload(data, payloadStart, payloadEnd, timestamp, marker)
  }

  /**
   * What the description says counts as soon as it comes. Until then the first type that may be meant is taken, and
   * one that comes in its place alone.
   */
  #isOurType({ payloadType, ssrc }: RtpPacket): boolean {
    const { otherPayloadTypes, payloadType: said, stale } = this.#options
    if (payloadType === this.#payloadType && (this.#seenType || payloadType === said)) {
      this.#seenType = true
      this.#otherTypesInRow = 0
      return true
    }
    if (isOfRtcp(payloadType) || otherPayloadTypes?.has(payloadType) === true) return false
    if (stale?.has(ssrc) === true || (this.#seen && ssrc !== this.#ssrc)) return false
    this.#otherTypesInRow++
    const isWanted = payloadType === said || !this.#seenType || this.#otherTypesInRow >= newSourceAfter
    if (!isWanted) return false
    if (this.#seenType) this.#restart()
    this.#payloadType = payloadType
    this.#seenType = true
    this.#otherTypesInRow = 0
    return true
  }

  #isOurs(ssrc: number): boolean {
    if (this.#ssrc === null && this.#options.stale?.has(ssrc) !== true) this.#ssrc = ssrc
    if (ssrc === this.#ssrc) {
      this.#seen = true
      this.#strangers = 0
      return true
    }
    this.#strangers = ssrc === this.#stranger ? this.#strangers + 1 : 1
    this.#stranger = ssrc
    const needed = this.#seen ? newSourceAfter : firstSourceAfter
    if (ssrc !== this.#options.ssrc && this.#strangers < needed) return false
    // Ours is silent and this one is not: the announcement was wrong, or the encoder restarted.
    this.#ssrc = ssrc
    this.#strangers = 0
    this.#statistics = null
    this.#restart()
    return true
  }

  #isNext(sequence: number): boolean {
    const ahead = this.#expected === null ? 0 : (sequence - this.#expected) & 0xffff
    if (ahead >= 0x8000) return this.#isNewSequence(sequence, 0x10000 - ahead)
    if (ahead > farthestAhead && this.#inRow(sequence) < newSequenceAfter) return false
    this.#oddInRow = 0
    this.#expected = (sequence + 1) & 0xffff
    if (ahead > 0) this.#options.sink.lost(ahead)
    return true
  }

  #isNewSequence(sequence: number, behind: number): boolean {
    if (this.#reorder !== null && behind <= farthestOvertaken) return false
    if (this.#inRow(sequence) < newSequenceAfter) return false
    this.#statistics = null
    this.#restart()
    this.#expected = this.#oddExpected
    return true
  }

  /** How many packets that were not expected follow each other up to this one. */
  #inRow(sequence: number): number {
    this.#oddInRow = sequence === this.#oddExpected ? this.#oddInRow + 1 : 1
    this.#oddExpected = (sequence + 1) & 0xffff
    return this.#oddInRow
  }

  #restart(): void {
    this.#expected = null
    this.#oddInRow = 0
    this.#reorder?.reset()
    this.#options.sink.restarted()
  }
}

/** Types that RTCP looks like where both come the same way (RFC 5761, section 4). */
function isOfRtcp(payloadType: number): boolean {
  return payloadType >= 64 && payloadType <= 95
}
