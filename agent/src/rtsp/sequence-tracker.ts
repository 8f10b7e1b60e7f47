import { aheadOf, farthestOvertaken, type KeptPacket, RivalPackets } from './rival-packets.js'
import type { RtpPacket, TakenPacket } from './rtp-packet.js'
import type { RtpReceiverOptions } from './rtp-sink.js'
import type { SourceTrail } from './source-trail.js'

/** How many packets in a row must follow each other before the sequence is believed to have begun anew. */
const newSequenceAfter = 3
/** What lies further ahead is believed once others follow it: the number may be damaged (RFC 3550, section A.1). */
const farthestAhead = 3000

/**
 * Hands on the packets of our source, and finds losses by their sequence numbers; what is older than what was handed on is a
 * repeat, or too late. Numbers that do not follow are believed as far as the timestamps do not say another thing.
 */
export class SequenceTracker {
  readonly #options: Pick<RtpReceiverOptions, 'clock' | 'sink'>
  readonly #trail: SourceTrail
  readonly #onAnew: (isBehind: boolean) => void
  /** What the numbers before do not explain. */
  readonly #odd = new RivalPackets()
  #expected: number | null = null
  /** Of the last packet that was handed on, and when it came. */
  #handedTimestamp = 0
  #handedMs = 0
  received = 0
  discarded = 0

  /** @param onAnew called before numbers begin anew by themselves, behind those before or ahead of them */
  constructor(
    options: Pick<RtpReceiverOptions, 'clock' | 'sink'>,
    trail: SourceTrail,
    onAnew: (isBehind: boolean) => void,
  ) {
    this.#options = options
    this.#trail = trail
    this.#onAnew = onAnew
  }

  /** Takes the next packet in the order in which they are to be read. */
  take(packet: TakenPacket, data: Buffer): void {
    if (this.#isNext(packet, data)) this.#handOn(packet, data)
  }

  /** The next packet has any number. */
  beginAnew(packets: readonly RtpPacket[]): void {
    this.#expected = null
    this.#trail.countFrom(null)
    this.#goOnBy(packets)
  }

  /** Forgets what is not decided. */
  clear(): void {
    this.#odd.clear()
  }

  #handOn({ payloadStart, payloadEnd, timestamp, marker, arrivedMs }: TakenPacket, data: Buffer): void {
    const { clock, sink } = this.#options
    this.#handedTimestamp = timestamp
    this.#handedMs = arrivedMs ?? clock.monotonic()
    this.#trail.handedOn(timestamp)
    if (payloadStart < payloadEnd) {
      this.received++
      sink.payload(data, payloadStart, payloadEnd, timestamp, marker, arrivedMs)
    } else if (marker) sink.ended?.(timestamp)
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
    const ahead = aheadOf(packets[0]?.sequence ?? 0, this.#expected ?? 0)
    if (ahead >= 0x8000) {
      this.#onAnew(true)
      this.beginAnew(packets)
      this.#trail.countFrom(packet.sequence)
    } else if (this.#isLacking(packets)) this.#options.sink.lost(ahead)
    else {
      this.#onAnew(false)
      this.#goOnBy(packets)
    }
    this.#expected = (packet.sequence + 1) & 0xffff
    for (const one of packets) this.#handOn(one, one.data)
  }

  /** It goes on all the same if its timestamp does, or that of one behind it. */
  #goOnBy(packets: readonly RtpPacket[]): void {
    const stamps = this.#trail.stampsThatGoOn(packets)
    if (stamps !== null) {
      if (this.#trail.lacksBetween(stamps)) this.#options.sink.lost(1)
      return
    }
    this.#trail.rhythm.beginAnew()
    this.#options.sink.restarted()
  }

  /** Whether the time of packets in a row shows that those were lost that their numbers leave out. */
  #isLacking(packets: readonly KeptPacket[]): boolean {
    const stamps = this.#trail.stampsThatGoOn(packets)
    if (stamps !== null) return stamps.next === this.#handedTimestamp || this.#trail.lacksBetween(stamps)
    const [first] = packets
    if (first === undefined) return false
    const ticks = first.timestamp - this.#handedTimestamp
    return this.#trail.rhythm.isInTime(ticks, first.arrivedMs - this.#handedMs)
  }

  #dropOdd(): void {
    this.discarded += this.#odd.length
    this.#odd.clear()
  }
}
