import type { AccessUnitSink } from './access-unit.js'
import { AccessUnitBuilder, type NalKind, type NalRules } from './access-unit-builder.js'
import { hasRecoveryPoint } from './recovery-point.js'

const nal = {
  slice: 1,
  partitionB: 3,
  partitionC: 4,
  idr: 5,
  sei: 6,
  sps: 7,
  pps: 8,
  stapA: 24,
  fuA: 28,
} as const

/** Puts H.264 access units together from RTP payloads (RFC 6184): single units, STAP-A and FU-A. */
export class H264Depacketiser {
  readonly #builder: AccessUnitBuilder

  constructor(sink: AccessUnitSink) {
    this.#builder = new AccessUnitBuilder(sink, h264Rules)
  }

  /** Takes the payload between `start` and `end`. */
  // oxlint-disable-next-line max-params -- once for each packet: no object is made for it
  push(data: Buffer, start: number, end: number, timestamp: number, marker: boolean): void {
    const builder = this.#builder
    builder.enter(timestamp)
    const type = (data[start] ?? 0) & 0x1f
    if (type === nal.fuA) this.#pushFragment(data, start, end)
    else if (type === nal.stapA) this.#pushAggregate(data, start + 1, end)
    else if (type < nal.stapA) builder.whole(data, start, end)
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

  #pushAggregate(data: Buffer, start: number, end: number): void {
    for (let at = start; at + 2 <= end && !this.#builder.isBroken; ) {
      const size = data.readUInt16BE(at)
      at += 2
      if (size === 0) continue
      if (at + size > end) {
        this.#builder.breakUnit()
        return
      }
      this.#builder.whole(data, at, at + size)
      at += size
    }
  }

  #pushFragment(data: Buffer, start: number, end: number): void {
    const builder = this.#builder
    if (end - start < 3) {
      builder.breakUnit()
      return
    }
    const header = data[start + 1] ?? 0
    if ((header & 0x80) !== 0) builder.beginFragment(((data[start] ?? 0) & 0xe0) | (header & 0x1f))
    builder.fragment(data, start + 2, end)
    if ((header & 0x40) !== 0) builder.endFragment()
  }
}

/** H.264, table 7-1. */
const h264Rules: NalRules = {
  kindOf(data, start, end): NalKind {
    const type = (data[start] ?? 0) & 0x1f
    if (type === nal.sps || type === nal.pps) return 'parameter_set'
    if (type === nal.idr) return 'keyframe'
    if (type >= nal.slice && type < nal.idr) return 'slice'
    if (type !== nal.sei) return 'useless'
    return hasRecoveryPoint(data, start, end) ? 'recovery_point' : 'kept'
  },
  mayBegin(data, start) {
    const type = (data[start] ?? 0) & 0x1f
    // The first macroblock's number is an Exp-Golomb code, and that of 0 is a single 1.
    const isFirst = ((data[start + 1] ?? 0) & 0x80) !== 0
    return isFirst || type === nal.partitionB || type === nal.partitionC
  },
}
