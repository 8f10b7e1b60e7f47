import { LeftOverSources } from './left-over-sources.js'
import { type Proof, proofOf } from './proof-of-source.js'
import { ReceptionStatistics } from './reception-statistics.js'
import { ReorderBuffer } from './reorder-buffer.js'
import {
  aheadOf,
  counted,
  farthestNext,
  inOrderOfNumbers,
  RivalPackets,
  RivalSenders,
} from './rival-packets.js'
import type { ReportBlock, SenderReport } from './rtcp.js'
import { emptyRtpPacket, isOfRtcp, type RtpPacket, readRtp, type TakenPacket } from './rtp-packet.js'
import type { RtpReceiverOptions } from './rtp-sink.js'
import { SourceTrail } from './source-trail.js'

/** How many packets in a row must follow each other before the sequence is believed to have begun anew. */
const newSequenceAfter = 3
/** What lies further behind than this was not merely overtaken. */
const farthestOvertaken = 512
/** What lies further ahead is believed once others follow it: the number may be damaged (RFC 3550, section A.1). */
const farthestAhead = 3000

/**
 * One RTP track. Keeps to one source: a camera with stale sessions sends their packets into this connection
 * too. A source that goes on where ours ended, while ours is silent, is ours: by its numbers or its timestamps, under
 * another name or payload type. Finds losses by the sequence numbers; what is older than what was handed on is a
 * repeat, or too late.
 */
export class RtpReceiver {
  readonly #packet = emptyRtpPacket()
  readonly #options: RtpReceiverOptions
  readonly #reorder: ReorderBuffer | null
  readonly #rivals: RivalSenders
  /** Of our source, what its numbers do not explain. */
  readonly #odd = new RivalPackets()
  readonly #trail: SourceTrail
  readonly #leftOver: LeftOverSources
  #ssrc: number | null
  #payloadType: number
  #statistics: ReceptionStatistics | null = null
  #seen = false
  /** Ours went on under another name before: it needs no proof the next time. */
  #changesName = false
  #expected: number | null = null
  /** Of the last packet that was handed on. */
  #handedTimestamp = 0
  /** Was silent for so long that a stranger was taken for it. */
  #former: number | null = null
  received = 0
  discarded = 0

  constructor(options: RtpReceiverOptions) {
    this.#options = options
    this.#ssrc = options.ssrc
    this.#payloadType = options.payloadType
    this.#trail = new SourceTrail(options.clockRate)
    this.#leftOver = new LeftOverSources(options)
    this.#rivals = new RivalSenders((before, next) => this.#trail.rhythm.goesOn(before, next))
    this.#reorder = options.order === 'kept' ? null : this.#makeReorderBuffer()
  }

  /** The source that is listened to; null before any. */
  get source(): number | null {
    return this.#ssrc
  }

  /** Takes the packet between `start` and `end`, whatever it is. Where order is restored the bytes are kept. */
  push(data: Buffer, start: number, end: number): void {
    const packet = this.#packet
    if (!readRtp(data, start, end, packet) || this.#isOfAnotherTrack(packet)) this.discarded++
    else if (this.#isOurs(packet)) {
      this.#judgeRivals(packet)
      this.#take(packet, data)
    } else this.#rival(packet, data)
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
    this.#rivals.clear()
    this.#odd.clear()
  }

  #makeReorderBuffer(): ReorderBuffer {
    return new ReorderBuffer(this.#options.clock, (packet) => this.#inOrder(packet, packet.data))
  }

  #isOfAnotherTrack({ payloadType }: RtpPacket): boolean {
    return isOfRtcp(payloadType) || this.#options.otherPayloadTypes?.has(payloadType) === true
  }

  /** The first type that comes counts, and what the description says as soon as it comes. */
  #isOurs({ ssrc, payloadType }: RtpPacket): boolean {
    if (this.#ssrc === null && !this.#leftOver.has(ssrc)) this.#ssrc = ssrc
    if (ssrc !== this.#ssrc) return false
    if (!this.#seen || payloadType === this.#options.payloadType) this.#payloadType = payloadType
    return payloadType === this.#payloadType
  }

  #take(packet: TakenPacket, data: Buffer): void {
    const { clockRate, clock } = this.#options
    const atMs = packet.arrivedMs ?? clock.monotonic()
    this.#seen = true
    this.#statistics ??= new ReceptionStatistics(packet.ssrc, clockRate, packet.sequence)
    this.#statistics.arrived(packet.sequence, packet.timestamp, atMs)
    if (this.#reorder === null) this.#inOrder(packet, data)
    else this.#reorder.push({ ...packet, data })
    this.#trail.came(packet, atMs)
  }

  #inOrder(packet: TakenPacket, data: Buffer): void {
    if (this.#isNext(packet, data)) this.#handOn(packet, data)
  }

  #handOn({ payloadStart, payloadEnd, timestamp, marker, arrivedMs }: TakenPacket, data: Buffer): void {
    const { sink } = this.#options
    this.#handedTimestamp = timestamp
    this.#trail.handedOn(timestamp)
    if (payloadStart < payloadEnd) {
      this.received++
      sink.payload(data, payloadStart, payloadEnd, timestamp, marker, arrivedMs)
    } else if (marker) sink.ended?.(timestamp)
  }

  /** A packet that is not ours by its name or type. */
  #rival(packet: RtpPacket, data: Buffer): void {
    const before = this.#rivals.length
    const rival = this.#rivals.add(packet, data, this.#options.clock.monotonic())
    this.discarded += Math.max(before + 1 - this.#rivals.length, 0)
    const proof = this.#isKnown(packet) ? 'goes on' : this.#proof(rival)
    if (proof === 'goes on') this.#adopt(rival)
    else if (proof === 'ours is silent') this.#adoptAll(rival)
    // Ours sends on: what others sent until now says nothing of what comes next.
    if (proof !== null) this.#judgeRivals(packet)
  }

  /** Whether a source needs no proof beside the one that is listened to. */
  #isKnown({ ssrc, payloadType }: RtpPacket): boolean {
    const announced = this.#options
    if (ssrc === announced.ssrc && payloadType === announced.payloadType) return true
    if (this.#leftOver.has(ssrc)) return false
    return ssrc === this.#former || (this.#seen && this.#ssrc !== null && this.#leftOver.has(this.#ssrc))
  }

  #proof(rivals: RivalPackets): Proof {
    return proofOf(rivals, {
      seen: this.#seen,
      ssrc: this.#ssrc,
      changesName: this.#changesName,
      otherType: this.#rivals.of(this.#ssrc),
      trail: this.#trail,
      leftOver: this.#leftOver,
    })
  }

  /** Behind a silence of ours, with those of whom it goes on. */
  #adoptAll(rival: RivalPackets): void {
    const mayLead = ({ last }: RivalPackets) =>
      last !== null && last.ssrc !== this.#ssrc && !this.#leftOver.has(last.ssrc)
    for (const one of this.#rivals.leadingTo(rival, mayLead)) this.#adopt(one)
  }

  /** Listens to the source that the packets in a row come from, from the first of them on. */
  #adopt(rival: RivalPackets): void {
    this.#rivals.forget(rival)
    const packets = rival.take()
    const [first] = packets
    const last = packets.at(-1)
    if (first === undefined || last === undefined) return
    if (this.#seen) {
      const isCountedOn = this.#trail.isCountedOn(first.sequence)
      const isSame = this.#trail.goOn(first, last)
      const before = this.#ssrc
      const isOther = before !== null && last.ssrc !== before
      // Two sessions of one camera have the same timestamps, and each its numbers.
      const isRenamed = isCountedOn || (isSame && last.ssrc !== this.#options.ssrc)
      if (isOther && !isRenamed) this.#leave(before, last)
      else this.#former = null
      if (isCountedOn) this.#changesName ||= last.ssrc !== this.#ssrc
      else this.#countAnew([first, last])
    } else this.#leftOver.took(last.ssrc)
    const isAside = this.#isAside(last.ssrc)
    if (last.ssrc !== this.#ssrc) this.#statistics = null
    this.#ssrc = last.ssrc
    this.#payloadType = last.payloadType
    const inOrder = this.#reorder === null ? packets : inOrderOfNumbers(packets)
    for (const packet of inOrder) this.#take(isAside(packet) ? counted(packet) : packet, packet.data)
  }

  /** Of our own source, unless it is that which goes on, what is of another type was counted and is of no use here. */
  #isAside(next: number): (packet: RtpPacket) => boolean {
    const [ssrc, payloadType] = [this.#ssrc, this.#payloadType]
    return (packet) => next !== ssrc && packet.ssrc === ssrc && packet.payloadType !== payloadType
  }

  /** Ours was silent, and is taken back as soon as it sends again; or it was none, for the announced one comes, or a new one. */
  #leave(before: number, { ssrc }: RtpPacket): void {
    const wasNone = ssrc === this.#options.ssrc || this.#leftOver.has(before)
    if (wasNone) this.#leftOver.add(before)
    this.#former = wasNone || this.#former === ssrc ? null : before
  }

  /** Ours sends on: what came beside it is of a stranger, or was counted together with ours. */
  #judgeRivals(packet: RtpPacket): void {
    for (const rival of this.#rivals.all()) this.#judgeRival(rival, packet)
  }

  #judgeRival(rival: RivalPackets, { sequence }: RtpPacket): void {
    const { first, last } = rival
    if (first === null || last === null) return
    const isCounted = this.#trail.isCountedOn(first.sequence)
    const isOvertaken = this.#reorder !== null && aheadOf(first.sequence, sequence) <= farthestOvertaken
    if (isCounted && isOvertaken && sequence !== first.sequence) return
    const after = aheadOf(sequence, last.sequence)
    // Where packets overtake each other, the number that is missing may be under way under our own name.
    const isCertain = this.#reorder === null || last.ssrc === this.#ssrc || this.#changesName
    const goesOn =
      isCertain && !this.#leftOver.has(last.ssrc) && isCounted && after > 0 && after <= farthestNext
    this.#rivals.forget(rival)
    const packets = rival.take()
    if (!goesOn) {
      this.discarded += packets.length
      return
    }
    for (const packet of packets) {
      const isOther = packet.ssrc === this.#ssrc && packet.payloadType !== this.#payloadType
      const taken = isOther ? counted(packet) : packet
      this.#take({ ...taken, ssrc: this.#ssrc ?? taken.ssrc }, packet.data)
    }
  }

  #isNext(packet: TakenPacket, data: Buffer): boolean {
    const { sequence } = packet
    const ahead = this.#expected === null ? 0 : aheadOf(sequence, this.#expected)
    if (ahead >= 0x8000 || ahead > farthestAhead) {
      // What is behind and bears a newer timestamp, or one of nowhere, did not come late: its number is another one.
      const isNewer = ((packet.timestamp - this.#handedTimestamp) | 0) > 0
      const isNear = !isNewer && this.#trail.rhythm.goesOn(this.#handedTimestamp, packet.timestamp)
      const isLate = ahead >= 0x8000 && 0x10000 - ahead <= farthestOvertaken
      if (isLate && isNear) this.discarded++
      else this.#oddNumber(packet, data)
      return false
    }
    this.#dropOdd()
    this.#expected = (sequence + 1) & 0xffff
    if (ahead > 0) this.#options.sink.lost(ahead)
    return true
  }

  /** A number that does not follow is damaged, or a repeat; or others follow it, and the sequence is another one. */
  #oddNumber(packet: TakenPacket, data: Buffer): void {
    const odd = this.#odd
    if (odd.last !== null && aheadOf(packet.sequence, odd.last.sequence) !== 1) this.#dropOdd()
    odd.add(packet, data, packet.arrivedMs ?? this.#options.clock.monotonic())
    if (odd.length < newSequenceAfter) return
    const packets = odd.take()
    const [first] = packets
    const ahead = aheadOf(first?.sequence ?? 0, this.#expected ?? 0)
    if (first !== undefined && ahead >= 0x8000) {
      this.#statistics = null
      this.#countAnew([first, packet])
      this.#trail.countFrom(packet.sequence)
    } else this.#options.sink.lost(ahead)
    this.#expected = (packet.sequence + 1) & 0xffff
    for (const one of packets) this.#handOn(one, one.data)
  }

  #dropOdd(): void {
    this.discarded += this.#odd.length
    this.#odd.clear()
  }

  /** The next packet has any number. It goes on all the same if its timestamp does, or that of one behind it. */
  #countAnew(packets: readonly RtpPacket[]): void {
    this.#reorder?.flush()
    this.#expected = null
    this.#trail.countFrom(null)
    const stamps = this.#trail.stampsThatGoOn(packets)
    if (stamps !== null) {
      if (this.#trail.rhythm.lacksBetween(stamps.before, stamps.next)) this.#options.sink.lost(1)
      return
    }
    this.#trail.rhythm.beginAnew()
    this.#options.sink.restarted()
  }
}
