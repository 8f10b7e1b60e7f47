import { FormerSources } from './former-sources.js'
import { LeftOverSources } from './left-over-sources.js'
import { type Proof, proofOf } from './proof-of-source.js'
import { ReceptionStatistics } from './reception-statistics.js'
import { type OrderedPacket, ReorderBuffer } from './reorder-buffer.js'
import {
  aheadOf,
  counted,
  farthestNext,
  farthestOvertaken,
  inOrderOfNumbers,
  type RivalPackets,
  RivalSenders,
} from './rival-packets.js'
import type { ReportBlock, SenderReport } from './rtcp.js'
import { emptyRtpPacket, isOfRtcp, type RtpPacket, readRtp, type TakenPacket } from './rtp-packet.js'
import type { RtpReceiverOptions } from './rtp-sink.js'
import { SequenceTracker } from './sequence-tracker.js'
import { SourceTrail } from './source-trail.js'

/** How often two names must take turns with one count before that is believed. */
const inTurnAfter = 3

/**
 * One RTP track. Keeps to one source: a camera with stale sessions sends their packets into this connection
 * too. A source that goes on where ours ended, while ours is silent, is ours: by its numbers or its timestamps, under
 * another name or payload type.
 */
export class RtpReceiver {
  readonly #packet = emptyRtpPacket()
  readonly #options: RtpReceiverOptions
  readonly #reorder: ReorderBuffer | null
  readonly #rivals: RivalSenders
  readonly #sequence: SequenceTracker
  readonly #trail: SourceTrail
  readonly #leftOver: LeftOverSources
  readonly #former = new FormerSources()
  #ssrc: number | null
  #payloadType: number
  #statistics: ReceptionStatistics | null = null
  #seen = false
  /** Ours went on under another name before: it needs no proof the next time. */
  #changesName = false
  /** How often another one brought in turn with ours just the numbers that are missing in ours. */
  #filled = 0
  #passedOver = 0

  constructor(options: RtpReceiverOptions) {
    this.#options = options
    this.#ssrc = options.ssrc
    this.#payloadType = options.payloadType
    this.#trail = new SourceTrail(options.clockRate)
    this.#leftOver = new LeftOverSources(options)
    this.#rivals = new RivalSenders(this.#trail.rhythm)
    this.#sequence = new SequenceTracker(options, this.#trail, (isBehind) => {
      this.#statistics = null
      // What is held back has the numbers before; of those ahead it is what comes next.
      if (isBehind) this.#reorder?.flush()
    })
    const take = (packet: OrderedPacket) => this.#sequence.take(packet, packet.data)
    this.#reorder = options.order === 'kept' ? null : new ReorderBuffer(options.clock, take)
  }

  /** Packets that were handed on. */
  get received(): number {
    return this.#sequence.received
  }

  /** Packets that were of no use. */
  get discarded(): number {
    return this.#passedOver + this.#sequence.discarded
  }

  /** Takes the packet between `start` and `end`, whatever it is. Where order is restored the bytes are kept. */
  push(data: Buffer, start: number, end: number): void {
    const packet = this.#packet
    if (!readRtp(data, start, end, packet) || this.#isOfAnotherTrack(packet)) this.#passedOver++
    else if (this.#isOurs(packet)) {
      this.#judgeRivals(packet)
      if (this.#trail.rhythm.isAnother(packet.timestamp) && !this.#isStandIn()) this.#leftOver.oursSendsOn()
      this.#take(packet, data)
    } else this.#rival(packet, data)
  }

  /** Takes a sender report; those of other sources are none of ours. */
  report(report: SenderReport): void {
    if (report.ssrc !== this.#ssrc) return
    this.#statistics?.reported(report, this.#options.clock.monotonic())
    if (report.ntpMs !== null) this.#options.sink.senderReport?.(report.ntpMs, report.rtpTimestamp)
  }

  /**
   * Sources said that they end. @returns if ours is among them, how long it may be until the camera sends again all the same,
   * ms; else null
   */
  goodbye(sources: readonly number[]): number | null {
    if (this.#ssrc === null || !sources.includes(this.#ssrc)) return null
    const { rhythm } = this.#trail
    rhythm.goodbye()
    return rhythm.longestSilenceMs
  }

  /** What is to be reported of the source; null before its first packet. */
  takeBlock(): ReportBlock | null {
    return this.#statistics?.take(this.#options.clock.monotonic()) ?? null
  }

  /** Hands nothing on any more. */
  close(): void {
    this.#reorder?.reset()
    this.#rivals.clear()
    this.#sequence.clear()
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
    if (this.#reorder === null) this.#sequence.take(packet, data)
    else this.#reorder.push({ ...packet, data })
    this.#trail.came(packet, atMs)
  }

  /** A packet that is not ours by its name or type. */
  #rival(packet: RtpPacket, data: Buffer): void {
    const before = this.#rivals.length
    const rival = this.#rivals.add(packet, data, this.#options.clock.monotonic())
    this.#passedOver += Math.max(before + 1 - this.#rivals.length, 0)
    const proof = this.#isKnown(packet) ? 'goes on' : this.#proof(rival)
    if (proof === 'goes on') this.#adopt(rival)
    else if (proof === 'ours is silent') this.#adoptAll(this.#turnsOf(rival))
    // Ours sends on: what others sent until now says nothing of what comes next.
    if (proof !== null) this.#judgeRivals(packet)
  }

  /** Whether a source needs no proof beside the one that is listened to. */
  #isKnown({ ssrc, payloadType }: RtpPacket): boolean {
    const announced = this.#options
    if (ssrc === announced.ssrc && payloadType === announced.payloadType) return true
    if (this.#leftOver.has(ssrc)) return false
    return this.#former.has(ssrc) || this.#isStandIn()
  }

  /** What is listened to is none of ours, for nothing else came. */
  #isStandIn(): boolean {
    return this.#seen && this.#ssrc !== null && this.#leftOver.has(this.#ssrc)
  }

  #proof(rivals: RivalPackets): Proof {
    return proofOf(rivals, {
      seen: this.#seen,
      ssrc: this.#ssrc,
      changesName: this.#changesName,
      otherType: this.#rivals.of(this.#ssrc),
      trail: this.#trail,
      leftOver: this.#leftOver,
      turnsOf: (one) => this.#turnsOf(one),
      senders: () => this.#rivals.all(),
    })
  }

  /** Those that ended where this one goes on, and this one. */
  #turnsOf(rival: RivalPackets): readonly RivalPackets[] {
    const mayLead = ({ last }: RivalPackets) =>
      last !== null && last.ssrc !== this.#ssrc && !this.#leftOver.has(last.ssrc)
    const payloadType = this.#seen ? this.#payloadType : null
    return this.#rivals.leadingTo(rival, { pictures: this.#trail.pictures, payloadType }, mayLead)
  }

  /** They took turns: what ours was before the first of them is what may come back. */
  #adoptAll(turns: readonly RivalPackets[]): void {
    const before = this.#ssrc
    for (const one of turns) this.#adopt(one, before)
  }

  /** Listens to the source that the packets in a row come from, from the first of them on. */
  #adopt(rival: RivalPackets, before = this.#ssrc): void {
    this.#rivals.forget(rival)
    const packets = rival.take()
    const [first] = packets
    const last = packets.at(-1)
    if (first === undefined || last === undefined) return
    if (this.#seen) {
      const isCountedOn = this.#trail.isCountedOn(first.sequence)
      const isSame = isCountedOn || this.#trail.stampsThatGoOn(packets) !== null
      const isOther = before !== null && last.ssrc !== before
      // Two sessions of one camera have the same timestamps, and each its numbers.
      const isRenamed = isCountedOn || (isSame && last.ssrc !== this.#options.ssrc)
      if (isOther && !isRenamed) this.#leave(before, last)
      else this.#former.tookBack(last.ssrc)
      if (isCountedOn) this.#changesName ||= last.ssrc !== this.#ssrc
      else {
        this.#reorder?.flush()
        this.#sequence.beginAnew(packets)
      }
    }
    if (this.#seen && !this.#leftOver.has(last.ssrc)) this.#leftOver.foundOurs(last.ssrc)
    else this.#leftOver.took(last.ssrc)
    const isAside = this.#isAside(last.ssrc)
    if (last.ssrc !== this.#ssrc) {
      this.#statistics = null
      this.#trail.renamed()
    }
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
    const isCertain = ssrc === this.#options.ssrc
    if (isCertain) this.#former.clear()
    const isBack = this.#former.tookBack(ssrc)
    if (isCertain || this.#leftOver.has(before)) this.#leftOver.add(before)
    else if (!isBack) this.#former.left(before)
  }

  /** Ours sends on: what came beside it is of a stranger, or was counted together with ours. */
  #judgeRivals(packet: RtpPacket): void {
    for (const rival of this.#rivals.all()) this.#judgeRival(rival, packet)
  }

  #judgeRival(rival: RivalPackets, packet: RtpPacket): void {
    const { first, last } = rival
    const { sequence } = packet
    if (first === null || last === null) return
    const isCounted = this.#trail.isCountedOn(first.sequence)
    const isOvertaken = this.#reorder !== null && aheadOf(first.sequence, sequence) <= farthestOvertaken
    if (isCounted && isOvertaken && sequence !== first.sequence) return
    const after = aheadOf(sequence, last.sequence)
    const fits = !this.#leftOver.has(last.ssrc) && isCounted && after > 0 && after <= farthestNext
    const goesOn = fits && (this.#isCertain(last) || this.#isInTurn(rival, packet))
    this.#rivals.forget(rival)
    const packets = rival.take()
    if (!goesOn) {
      this.#passedOver += packets.length
      // What is counted together with ours may be ours.
      if (!fits && last.ssrc !== this.#ssrc && !this.#isStandIn()) this.#leftOver.cameBeside(last.ssrc)
      return
    }
    this.#leftOver.foundOurs(last.ssrc)
    for (const one of packets) {
      // What is of another type was counted and is of no use here.
      const taken = one.payloadType === this.#payloadType ? one : counted(one)
      this.#take({ ...taken, ssrc: this.#ssrc ?? taken.ssrc }, one.data)
    }
  }

  /** Where packets overtake each other, the number that is missing may be under way under our own name. */
  #isCertain({ ssrc }: RtpPacket): boolean {
    return this.#reorder === null || ssrc === this.#ssrc || this.#changesName
  }

  /** By and by it is certain that two names take turns with one count. */
  #isInTurn({ first, last, length }: RivalPackets, { sequence, timestamp }: RtpPacket): boolean {
    if (first === null || last === null) return false
    const isFull = aheadOf(sequence, first.sequence) === length && this.#trail.isNext(first.sequence)
    this.#filled = isFull && this.#trail.rhythm.goesOn(last.timestamp, timestamp) ? this.#filled + 1 : 0
    const isShown = this.#filled >= inTurnAfter
    this.#changesName = isShown && last.payloadType === this.#payloadType
    return isShown
  }
}
