import type { AccessUnitSink } from './access-unit.js'
import { AccessUnitBuilder, type NalKind, type NalRules } from './access-unit-builder.js'

const nal = {
  radlN: 6,
  radlR: 7,
  raslN: 8,
  raslR: 9,
  lastPicture: 15,
  firstRandomAccess: 16,
  cra: 21,
  vps: 32,
  pps: 34,
  prefixSei: 39,
  suffixSei: 40,
  aggregate: 48,
  fragment: 49,
} as const

const headerBytes = 2

/**
 * Puts H.265 access units together from RTP payloads (RFC 7798): single units, aggregation packets and
 * fragmentation units. Decoding order numbers are stepped over: a camera sends in decoding order.
 */
export class H265Depacketiser {
  readonly #builder: AccessUnitBuilder
  /** Bytes of a decoding order number, where the description promised them (section 4.4). */
  readonly #donlBytes: 0 | 2

  /** @param hasDonl whether `sprop-max-don-diff` is greater than 0. */
  constructor(sink: AccessUnitSink, hasDonl: boolean) {
    this.#builder = new AccessUnitBuilder(sink, h265Rules)
    this.#donlBytes = hasDonl ? 2 : 0
  }

  /** Takes the payload between `start` and `end`. */
  // oxlint-disable-next-line max-params -- once for each packet: no object is made for it
  push(data: Buffer, start: number, end: number, timestamp: number, marker: boolean): void {
    const builder = this.#builder
    builder.enter(timestamp)
    const type = typeAt(data, start)
    if (end - start < headerBytes) builder.breakUnit()
    else if (type === nal.fragment) this.#pushFragment(data, start, end)
    else if (type === nal.aggregate) this.#pushAggregate(data, start + headerBytes, end)
    else if (type < nal.aggregate) this.#pushSingle(data, start, end)
    else builder.breakUnit()
    builder.leave(marker)
  }

  /** No further payload of a timestamp comes. */
  ended(timestamp: number): void {
    this.#builder.ended(timestamp)
  }

  /** Packets are missing before the next payload. */
  lost(): void {
    this.#builder.lost()
  }

  /** Hands on nothing before the next keyframe. */
  awaitKeyframe(): void {
    this.#builder.awaitKeyframe()
  }

  /** Forgets the unit in progress; the next payload has nothing to do with it. */
  reset(): void {
    this.#builder.reset()
  }

  #pushSingle(data: Buffer, start: number, end: number): void {
    const builder = this.#builder
    const donlBytes = this.#donlBytes
    if (donlBytes === 0) {
      builder.whole(data, start, end)
      return
    }
    // The number stands between header and content.
    builder.beginFragment(data[start] ?? 0, data[start + 1] ?? 0)
    builder.fragment(data, Math.min(start + headerBytes + donlBytes, end), end)
    builder.endFragment()
  }

  #pushAggregate(data: Buffer, start: number, end: number): void {
    // The first unit bears the whole number, each other one byte of difference.
    for (
      let at = start, skipped: number = this.#donlBytes;
      at + skipped + 2 <= end && !this.#builder.isBroken;
    ) {
      at += skipped
      const size = data.readUInt16BE(at)
      at += 2
      if (at + size > end) {
        this.#builder.breakUnit()
        return
      }
      if (size >= headerBytes) this.#builder.whole(data, at, at + size)
      at += size
      skipped = this.#donlBytes === 0 ? 0 : 1
    }
  }

  #pushFragment(data: Buffer, start: number, end: number): void {
    const builder = this.#builder
    const header = data[start + headerBytes] ?? 0
    const isFirst = (header & 0x80) !== 0
    const at = start + headerBytes + 1 + (isFirst ? this.#donlBytes : 0)
    if (at >= end) {
      builder.breakUnit()
      return
    }
    if (isFirst) {
      builder.beginFragment(((data[start] ?? 0) & 0x81) | ((header & 0x3f) << 1), data[start + 1] ?? 0)
    }
    builder.fragment(data, at, end)
    if ((header & 0x40) !== 0) builder.endFragment()
  }
}

function typeAt(data: Buffer, at: number): number {
  return ((data[at] ?? 0) >> 1) & 0x3f
}

/** H.265, table 7-1; what belongs to another layer than the first is of no use. */
const h265Rules: NalRules = {
  kindOf(data, start, end): NalKind {
    const type = typeAt(data, start)
    const layer = (((data[start] ?? 0) & 1) << 5) | ((data[start + 1] ?? 0) >> 3)
    if (end - start <= headerBytes || layer !== 0) return 'useless'
    if (type >= nal.firstRandomAccess && type <= nal.cra) return 'keyframe'
    if (type === nal.raslN || type === nal.raslR) return 'dangling'
    if (type === nal.radlN || type === nal.radlR) return 'leading'
    if (type <= nal.lastPicture) return 'slice'
    if (type >= nal.vps && type <= nal.pps) return 'parameter_set'
    return type === nal.prefixSei || type === nal.suffixSei ? 'kept' : 'useless'
  },
  mayBegin(data, start) {
    return ((data[start + headerBytes] ?? 0) & 0x80) !== 0
  },
}
