import { ReceptionStatistics } from './reception-statistics.js'
import { ReorderBuffer } from './reorder-buffer.js'
import { aheadOf, farthestNext, RivalPackets, RivalSenders } from './rival-packets.js'
import type { ReportBlock, SenderReport } from './rtcp.js'
import { emptyRtpPacket, type RtpPacket, readRtp } from './rtp-packet.js'
import type { RtpReceiverOptions } from './rtp-sink.js'
import { SourceRhythm } from './source-rhythm.js'

/** How many packets in a row are taken for ours where ours was never seen: what was announced may be wrong. */
const firstSourceAfter = 8
/** How many timestamps another source must have sent while ours is silent. */
const sameSourceStamps = 2
/** And how many packets of another type of our own source: others may come between. */
const sameTypeAfter = 3
/** How many packets in a row must follow each other before the sequence is believed to have begun anew. */
const newSequenceAfter = 3
/** What lies further behind than this was not merely overtaken. */
const farthestOvertaken = 512
/** What lies further ahead is believed once others follow it: the number may be damaged (RFC 3550, section A.1). */
const farthestAhead = 3000

/** The parts of a packet that is taken. */
interface Taken extends Readonly<RtpPacket> {
  readonly arrivedMs?: number
}

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
  readonly #rivals = new RivalSenders()
  /** Of our source, what its numbers do not explain. */
  readonly #odd = new RivalPackets()
  readonly #rhythm: SourceRhythm
  #ssrc: number | null
  #payloadType: number
  #statistics: ReceptionStatistics | null = null
  #seen = false
  /** The highest number of ours that came. */
  #highest: number | null = null
  /** Ours went on under another name before: it needs no proof the next time. */
  #changesName = false
  #expected: number | null = null
  /** Of the last packet that was handed on. */
  #handedTimestamp = 0
  /** That, and the other one before it: a single one may be far off. */
  #lastStamps: readonly number[] = []
  /** Was silent for so long that a stranger was taken for it. */
  #former: number | null = null
  received = 0
  discarded = 0

  constructor(options: RtpReceiverOptions) {
    this.#options = options
    this.#ssrc = options.ssrc
    this.#payloadType = options.payloadType
    this.#rhythm = new SourceRhythm(options.clockRate)
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
    if (this.#ssrc === null && this.#options.stale?.has(ssrc) !== true) this.#ssrc = ssrc
    if (ssrc !== this.#ssrc) return false
    if (!this.#seen || payloadType === this.#options.payloadType) this.#payloadType = payloadType
    return payloadType === this.#payloadType
  }

  #take(packet: Taken, data: Buffer): void {
    const { clockRate, clock } = this.#options
    const atMs = packet.arrivedMs ?? clock.monotonic()
    this.#seen = true
    this.#statistics ??= new ReceptionStatistics(packet.ssrc, clockRate, packet.sequence)
    this.#statistics.arrived(packet.sequence, packet.timestamp, atMs)
    if (this.#reorder === null) this.#inOrder(packet, data)
    else this.#reorder.push({ ...packet, data })
    this.#rhythm.came(packet.timestamp, atMs)
    if (this.#highest === null || aheadOf(packet.sequence, this.#highest) < 0x8000) {
      this.#highest = packet.sequence
    }
  }

  #inOrder(packet: Taken, data: Buffer): void {
    if (this.#isNext(packet, data)) this.#handOn(packet, data)
  }

  #handOn({ payloadStart, payloadEnd, timestamp, marker, arrivedMs }: Taken, data: Buffer): void {
    const { sink } = this.#options
    this.#handedTimestamp = timestamp
    if (timestamp !== this.#lastStamps[0]) this.#lastStamps = [timestamp, ...this.#lastStamps.slice(0, 1)]
    if (payloadStart < payloadEnd) {
      this.received++
      sink.payload(data, payloadStart, payloadEnd, timestamp, marker, arrivedMs)
    } else if (marker) sink.ended?.(timestamp)
  }

  /** A packet that is not ours by its name or type. */
  #rival(packet: RtpPacket, data: Buffer): void {
    const { ssrc, payloadType } = this.#options
    const before = this.#rivals.length
    const rival = this.#rivals.add(packet, data, this.#options.clock.monotonic())
    this.discarded += Math.max(before + 1 - this.#rivals.length, 0)
    const isAnnounced = packet.ssrc === ssrc && packet.payloadType === payloadType
    if (isAnnounced || packet.ssrc === this.#former || this.#isProven(rival)) this.#adopt(rival)
  }

  /** Whether the packets in a row come from the camera that ours came from. */
  #isProven(rivals: RivalPackets): boolean {
    const { first, last } = rivals
    if (first === null || last === null) return false
    if (!this.#seen) return rivals.length >= firstSourceAfter
    const isNext = this.#highest !== null && aheadOf(first.sequence, this.#highest) === 1
    if (last.ssrc === this.#ssrc) {
      // Packets of another type that come between ours are of one timestamp, or few.
      return rivals.length >= sameTypeAfter && rivals.stamps >= sameSourceStamps
    }
    if (isNext && this.#changesName) return true
    if (rivals.stamps < sameSourceStamps) return false
    return this.#goOn(first, last) || this.#rhythm.isSilent(last.arrivedMs)
  }

  /** Whether packets go on where ours ended: by their numbers, or by a timestamp of theirs and one of ours. */
  #goOn(first: RtpPacket, last: RtpPacket): boolean {
    return this.#isCountedOn(first.sequence) || this.#stampsThatGoOn([first, last]) !== null
  }

  #stampsThatGoOn(packets: readonly RtpPacket[]): { readonly before: number; readonly next: number } | null {
    for (const { timestamp: next } of packets) {
      for (const before of this.#lastStamps) {
        if (this.#rhythm.goesOn(before, next)) return { before, next }
      }
    }
    return null
  }

  #isCountedOn(sequence: number): boolean {
    if (this.#highest === null) return false
    const ahead = aheadOf(sequence, this.#highest)
    return ahead > 0 && ahead <= farthestNext
  }

  /** Listens to the source that the packets in a row come from, from the first of them on. */
  #adopt(rival: RivalPackets): void {
    this.#rivals.forget(rival)
    const packets = rival.take()
    const [first] = packets
    const last = packets.at(-1)
    if (first === undefined || last === undefined) return
    if (this.#seen) {
      const isCountedOn = this.#isCountedOn(first.sequence)
      const isSame = this.#goOn(first, last)
      this.#former = isSame || this.#former === last.ssrc ? null : this.#ssrc
      if (isCountedOn) this.#changesName ||= last.ssrc !== this.#ssrc
      else this.#countAnew([first, last])
    }
    if (last.ssrc !== this.#ssrc) this.#statistics = null
    this.#ssrc = last.ssrc
    this.#payloadType = last.payloadType
    const inOrder = this.#reorder === null ? packets : sorted(packets)
    for (const packet of inOrder) this.#take(packet, packet.data)
  }

  /** Ours sends on: what came beside it is of a stranger, or was counted together with ours. */
  #judgeRivals(packet: RtpPacket): void {
    for (const rival of this.#rivals.all()) this.#judgeRival(rival, packet)
  }

  #judgeRival(rival: RivalPackets, { sequence }: RtpPacket): void {
    const { first, last } = rival
    if (first === null || last === null) return
    const isCounted = this.#isCountedOn(first.sequence)
    const isOvertaken = this.#reorder !== null && aheadOf(first.sequence, sequence) <= farthestOvertaken
    if (isCounted && isOvertaken && sequence !== first.sequence) return
    const after = aheadOf(sequence, last.sequence)
    // Where packets overtake each other, the number that is missing may be under way under our own name.
    const isCertain = this.#reorder === null || last.ssrc === this.#ssrc || this.#changesName
    const goesOn = isCertain && isCounted && after > 0 && after <= farthestNext
    this.#rivals.forget(rival)
    const packets = rival.take()
    if (!goesOn) {
      this.discarded += packets.length
      return
    }
    for (const packet of packets) {
      // Of our own source, what is of another type was counted and is of no use here.
      const isOther = packet.ssrc === this.#ssrc && packet.payloadType !== this.#payloadType
      const taken = isOther ? { ...packet, marker: false, payloadEnd: packet.payloadStart } : packet
      this.#take({ ...taken, ssrc: this.#ssrc ?? taken.ssrc }, packet.data)
    }
  }

  #isNext(packet: Taken, data: Buffer): boolean {
    const { sequence } = packet
    const ahead = this.#expected === null ? 0 : aheadOf(sequence, this.#expected)
    if (ahead >= 0x8000 || ahead > farthestAhead) {
      // What is behind and bears a newer timestamp, or one of nowhere, did not come late: its number is another one.
      const isNewer = ((packet.timestamp - this.#handedTimestamp) | 0) > 0
      const isNear = !isNewer && this.#rhythm.goesOn(this.#handedTimestamp, packet.timestamp)
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
  #oddNumber(packet: Taken, data: Buffer): void {
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
      this.#highest = packet.sequence
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
    this.#expected = null
    this.#highest = null
    this.#reorder?.reset()
    const stamps = this.#stampsThatGoOn(packets)
    if (stamps !== null) {
      if (this.#rhythm.lacksBetween(stamps.before, stamps.next)) this.#options.sink.lost(1)
      return
    }
    this.#rhythm.beginAnew()
    this.#options.sink.restarted()
  }
}

/** In the order of their numbers: where packets overtake each other, the first one that came may not be the first. */
function sorted<P extends RtpPacket>(packets: readonly P[]): readonly P[] {
  const [first] = packets
  if (first === undefined) return packets
  const place = ({ sequence }: P) => ((sequence - first.sequence) << 16) >> 16
  return packets.toSorted((one, other) => place(one) - place(other))
}

/** Types that RTCP looks like where both come the same way (RFC 5761, section 4). */
function isOfRtcp(payloadType: number): boolean {
  return payloadType >= 64 && payloadType <= 95
}
