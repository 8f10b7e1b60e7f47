import type { RtpPacket } from './rtp-packet.js'
import type { SourceRhythm } from './source-rhythm.js'

/** A packet with bytes of its own, and when it came. */
export interface KeptPacket extends Readonly<RtpPacket> {
  readonly data: Buffer
  readonly arrivedMs: number
}

/** What is kept until it is decided whose it is: some seconds of a large stream. */
const mostPackets = 4096
const mostBytes = 4 * 1024 * 1024
/** What keeping a packet costs beside its payload, about. */
const packetBytes = 512
/** So much further on numbers may be for the same count, as some may be lost on the way. */
export const farthestNext = 16

/** What lies further behind than this was not merely overtaken. */
export const farthestOvertaken = 512

/** By how much a sequence number is ahead of another one; above 0x8000 it is behind. */
export function aheadOf(sequence: number, before: number): number {
  return (sequence - before) & 0xffff
}

/**
 * The newest packets in a row of a sender that is not the one listened to. Once it is known that it is the same camera
 * they are handed on; else they are forgotten.
 */
export class RivalPackets {
  #kept: KeptPacket[] = []
  #bytes = 0
  #stamps = 0

  get length(): number {
    return this.#kept.length
  }

  /** Payloads, and what keeping them costs. */
  get bytes(): number {
    return this.#bytes
  }

  get first(): KeptPacket | null {
    return this.#kept[0] ?? null
  }

  get last(): KeptPacket | null {
    return this.#kept.at(-1) ?? null
  }

  /** How often the timestamp changed, the first one counted. */
  get stamps(): number {
    return this.#stamps
  }

  /** Keeps a packet, and forgets those before that are not of its sender. */
  add(packet: RtpPacket, data: Buffer, arrivedMs: number): void {
    const { last } = this
    if (last !== null && !isOfOneSender(last, packet)) this.clear()
    if (packet.timestamp !== this.last?.timestamp) this.#stamps++
    // The payload alone: what is kept has no use for its head.
    const own = Buffer.from(data.subarray(packet.payloadStart, packet.payloadEnd))
    this.#kept.push({ ...packet, data: own, payloadStart: 0, payloadEnd: own.length, arrivedMs })
    this.#bytes += own.length + packetBytes
    while (this.#kept.length > mostPackets || this.#bytes > mostBytes) {
      this.#bytes -= (this.#kept.shift()?.data.length ?? 0) + packetBytes
    }
  }

  /** Hands out all of them, and forgets them. */
  take(): readonly KeptPacket[] {
    const kept = this.#kept
    this.clear()
    return kept
  }

  clear(): void {
    if (this.#kept.length === 0) return
    this.#kept = []
    this.#bytes = 0
    this.#stamps = 0
  }
}

/** How ours sends. */
type Rhythm = Pick<SourceRhythm, 'goesOn' | 'silentAfterMs'>

/** What ours sent since it is ours. */
interface Turn {
  readonly pictures: number
  /** Null: nothing of it came. */
  readonly payloadType: number | null
}

/** Senders that are kept: a camera may be another one with each picture, until ours was silent for long. */
const mostSenders = 24
/** What is kept of all of them. */
const mostBytesInAll = 3 * mostBytes

/** What came of other senders, each by itself: one that goes on where ours ended may have a stranger beside it. */
export class RivalSenders {
  readonly #rhythm: Rhythm
  #senders: RivalPackets[] = []

  constructor(rhythm: Rhythm) {
    this.#rhythm = rhythm
  }

  /** The packets in a row that this one is the newest of. */
  add(packet: RtpPacket, data: Buffer, arrivedMs: number): RivalPackets {
    // By its name first, and by its time as well: a stranger may happen to count where another one is.
    const goesOn = ({ last }: RivalPackets) =>
      last !== null && isOfOneSender(last, packet) && this.#rhythm.goesOn(last.timestamp, packet.timestamp)
    const known = this.of(packet.ssrc) ?? this.#senders.find(goesOn)
    const sender = known ?? new RivalPackets()
    // The one that was heard last stands last.
    this.#senders = [...this.#senders.filter((other) => other !== sender), sender].slice(-mostSenders)
    sender.add(packet, data, arrivedMs)
    const bytes = () => this.#senders.reduce((sum, one) => sum + one.bytes, 0)
    while (this.#senders.length > 1 && bytes() > mostBytesInAll) this.#senders.shift()
    return sender
  }

  /**
   * Those that ended where the next began, the last of them `sender`: one camera that is another with each group of
   * pictures. Where their times say nothing, each ended as the next began, if they show that they take turns.
   */
  leadingTo(
    sender: RivalPackets,
    ours: Turn,
    mayLead: (one: RivalPackets) => boolean,
  ): readonly RivalPackets[] {
    const rhythm = this.#rhythm
    const byTime = (one: RivalPackets, next: RivalPackets) => mayLead(one) && isFollowedBy(one, next, rhythm)
    const inTurn = this.#chainTo(
      sender,
      (one, next) => byTime(one, next) || (mayLead(one) && givesWayTo(one, next, rhythm)),
    )
    return takeTurns(inTurn, ours) ? inTurn : this.#chainTo(sender, byTime)
  }

  #chainTo(
    sender: RivalPackets,
    leads: (one: RivalPackets, next: RivalPackets) => boolean,
  ): readonly RivalPackets[] {
    const chain = [sender]
    for (const one of this.#senders.toReversed()) {
      const [next] = chain
      if (one !== sender && next !== undefined && leads(one, next)) chain.unshift(one)
    }
    return chain
  }

  /** The packets of the sender that goes by this name now. */
  of(ssrc: number | null): RivalPackets | undefined {
    return this.#senders.find(({ last }) => last !== null && last.ssrc === ssrc)
  }

  /** How many packets are kept. */
  get length(): number {
    return this.#senders.reduce((sum, { length }) => sum + length, 0)
  }

  /** Those that were heard, the longest ago first. */
  all(): readonly RivalPackets[] {
    return this.#senders
  }

  forget(sender: RivalPackets): void {
    this.#senders = this.#senders.filter((other) => other !== sender)
  }

  clear(): void {
    this.#senders = []
  }
}

function isFollowedBy({ last }: RivalPackets, { first: next }: RivalPackets, rhythm: Rhythm): boolean {
  if (last === null || next === null || last.arrivedMs > next.arrivedMs) return false
  return ((next.timestamp - last.timestamp) | 0) > 0 && rhythm.goesOn(last.timestamp, next.timestamp)
}

/** Nothing but its arrival says that the next one follows: then it is of the same type at least. */
function givesWayTo({ last }: RivalPackets, { first: next }: RivalPackets, rhythm: Rhythm): boolean {
  if (last === null || next === null || last.payloadType !== next.payloadType) return false
  const pauseMs = next.arrivedMs - last.arrivedMs
  return pauseMs >= 0 && pauseMs <= rhythm.silentAfterMs
}

/**
 * Whether senders of which each ended as the next began are one that is another again and again: three of them are, ours
 * among them if its turn was about as short. The last one has no more pictures than those before it: where it goes on for
 * longer it is the camera by itself, and a stranger came just before it.
 */
function takeTurns(chain: readonly RivalPackets[], ours: Turn): boolean {
  const last = chain.at(-1)
  if (last === undefined || chain.length < 2) return false
  if (ours.payloadType !== null && last.last?.payloadType !== ours.payloadType) return false
  const longest = Math.max(...chain.slice(0, -1).map(({ stamps }) => stamps))
  return last.stamps <= longest && (chain.length > 2 || ours.pictures <= 2 * longest)
}

/** One source; or one that goes on where another ended. */
function isOfOneSender(last: KeptPacket, next: RtpPacket): boolean {
  return last.ssrc === next.ssrc || aheadOf(next.sequence, last.sequence) === 1
}

/** In the order of their numbers: where packets overtake each other, the first one that came may not be the first. */
export function inOrderOfNumbers<P extends RtpPacket>(packets: readonly P[]): readonly P[] {
  const [first] = packets
  if (first === undefined) return packets
  const place = ({ sequence }: P) => ((sequence - first.sequence) << 16) >> 16
  return packets.toSorted((one, other) => place(one) - place(other))
}

/** A packet of which only the number is of use. */
export function counted(packet: KeptPacket): KeptPacket {
  return { ...packet, marker: false, payloadEnd: packet.payloadStart }
}
