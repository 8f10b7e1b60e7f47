/** Receives what was put together from the payloads of an H.264 track. */
export interface AccessUnitSink {
  /** An SPS or PPS NAL unit; the bytes are valid during the call only. */
  parameterSet(unit: Uint8Array): void
  /**
   * A whole access unit in decoding order, in the form of `Packet.data`.
   * @param data its own copy.
   * @param timestamp RTP timestamp, 32 bits.
   */
  accessUnit(data: Uint8Array, timestamp: number, keyframe: boolean): void
  /** An access unit came that is broken, or cannot be decoded for what is missing before it. */
  dropped(): void
}

const startCode = Buffer.from([0, 0, 1])
const firstCapacity = 64 * 1024
/** More than any camera puts into a picture; what is larger is an attack or a lost end. */
const largestUnit = 8 * 1024 * 1024

const nal = { slice: 1, partitionC: 4, idr: 5, sei: 6, sps: 7, pps: 8, stapA: 24, fuA: 28 } as const

/**
 * Puts H.264 access units together from RTP payloads (RFC 6184): single units, STAP-A and FU-A. A unit ends
 * with the marker bit or with the next timestamp; where the marker proves wrong, with the timestamp only.
 * After a loss nothing is handed on before the next keyframe.
 */
export class H264Depacketiser {
  private readonly sink: AccessUnitSink
  private unit = Buffer.allocUnsafeSlow(firstCapacity)
  private length = 0
  private open = false
  private timestamp = 0
  private broken = false
  private hasSlice = false
  private keyframe = false
  /** Where the unfinished fragmented NAL unit's length field lies, or -1. */
  private fragmentAt = -1
  private needsKeyframe = true
  private markerLies = false
  private lastEnded: number | null = null

  constructor(sink: AccessUnitSink) {
    this.sink = sink
  }

  /** Takes the payload between `start` and `end`. */
  push(data: Buffer, start: number, end: number, timestamp: number, marker: boolean): void {
    if (this.open && timestamp !== this.timestamp) this.finish()
    if (!this.open) this.begin(timestamp)
    const type = (data[start] ?? 0) & 0x1f
    if (type === nal.fuA) this.pushFragment(data, start, end)
    else if (type === nal.stapA) this.pushAggregate(data, start + 1, end)
    else if (type < nal.stapA) this.pushSingle(data, start, end)
    else this.broken = true
    const isWhole = marker && this.fragmentAt === -1 && (this.hasSlice || this.broken)
    if (isWhole && !this.markerLies) this.finish()
  }

  /** Packets are missing before the next payload. */
  lost(): void {
    if (this.open) this.broken = true
    this.fragmentAt = -1
    this.awaitKeyframe()
  }

  /** Hands on nothing before the next keyframe. */
  awaitKeyframe(): void {
    this.needsKeyframe = true
  }

  /** Forgets the unit in progress; the next payload has nothing to do with it. */
  reset(): void {
    this.close()
    this.lastEnded = null
    this.awaitKeyframe()
  }

  private begin(timestamp: number): void {
    this.open = true
    this.timestamp = timestamp
  }

  private close(): void {
    this.open = false
    this.length = 0
    this.broken = false
    this.hasSlice = false
    this.keyframe = false
    this.fragmentAt = -1
  }

  private finish(): void {
    if (this.fragmentAt !== -1) this.broken = true
    const { broken, hasSlice, keyframe, timestamp } = this
    if (hasSlice || broken) this.lastEnded = timestamp
    if (broken) this.awaitKeyframe()
    if (broken || (hasSlice && this.needsKeyframe && !keyframe)) {
      this.sink.dropped()
    } else if (hasSlice) {
      this.needsKeyframe = false
      const data = Buffer.allocUnsafeSlow(this.length)
      this.unit.copy(data, 0, 0, this.length)
      this.sink.accessUnit(data, timestamp, keyframe)
    }
    this.close()
  }

  private pushSingle(data: Buffer, start: number, end: number): void {
    this.endFragment()
    const at = this.beginUnit()
    this.append(data, start, end)
    this.endUnit(at)
  }

  private pushAggregate(data: Buffer, start: number, end: number): void {
    for (let at = start; at + 2 <= end; ) {
      const size = data.readUInt16BE(at)
      at += 2
      if (size === 0) continue
      if (at + size > end) {
        this.broken = true
        return
      }
      this.pushSingle(data, at, at + size)
      at += size
    }
  }

  private pushFragment(data: Buffer, start: number, end: number): void {
    if (end - start < 3) {
      this.broken = true
      return
    }
    const header = data[start + 1] ?? 0
    if ((header & 0x80) !== 0) {
      // Cameras leave the end bit away: without a loss the fragment before was whole.
      this.endFragment()
      this.fragmentAt = this.beginUnit()
      // Its type counts for all fragments: some cameras change it on the way.
      this.appendByte(((data[start] ?? 0) & 0xe0) | (header & 0x1f))
    } else if (this.fragmentAt === -1) {
      this.broken = true
      return
    }
    this.append(data, start + 2, end)
    if ((header & 0x40) !== 0) this.endFragment()
  }

  private endFragment(): void {
    const at = this.fragmentAt
    this.fragmentAt = -1
    if (at !== -1) this.endUnit(at)
  }

  /** Leaves room for a length field and tells where it lies. */
  private beginUnit(): number {
    const at = this.length
    if (this.reserve(4)) this.length += 4
    return at
  }

  private append(data: Buffer, start: number, end: number): void {
    if (!this.reserve(end - start)) return
    data.copy(this.unit, this.length, start, end)
    this.length += end - start
  }

  private appendByte(byte: number): void {
    if (!this.reserve(1)) return
    this.unit[this.length] = byte
    this.length++
  }

  private reserve(bytes: number): boolean {
    const needed = this.length + bytes
    if (needed <= this.unit.length) return true
    if (needed > largestUnit) {
      this.broken = true
      return false
    }
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.unit.length * 2))
    this.unit.copy(larger, 0, 0, this.length)
    this.unit = larger
    return true
  }

  /** Judges the NAL unit behind the length field at `at`, and keeps it or takes it back. */
  private endUnit(at: number): void {
    const start = at + 4
    if (this.broken || start >= this.length) {
      this.length = Math.min(at, this.length)
      return
    }
    // A NAL unit cannot hold a start code: some cameras put Annex B into RTP, one unit or several.
    const code = this.unit.subarray(start, this.length).indexOf(startCode)
    if (code !== -1) this.splitUnit(at, start + code)
    else if (this.isKept(start)) this.unit.writeUInt32BE(this.length - start, at)
    else this.length = at
  }

  private splitUnit(at: number, code: number): void {
    const whole = Buffer.from(this.unit.subarray(at + 4, this.length))
    this.length = at
    for (let start = 0, next = code - at - 4; start < whole.length; ) {
      let end = next
      while (end > start && whole[end - 1] === 0) end--
      if (end > start) {
        const piece = this.beginUnit()
        this.append(whole, start, end)
        this.endUnit(piece)
      }
      start = next + startCode.length
      next = whole.indexOf(startCode, start)
      if (next === -1) next = whole.length
    }
  }

  private isKept(start: number): boolean {
    const type = (this.unit[start] ?? 0) & 0x1f
    if (type === nal.sps || type === nal.pps) {
      this.sink.parameterSet(this.unit.subarray(start, this.length))
      return false
    }
    if (type >= nal.slice && type <= nal.idr) {
      this.takeSlice(type, start)
      return true
    }
    return type === nal.sei
  }

  private takeSlice(type: number, start: number): void {
    // The first macroblock's number is an Exp-Golomb code, and that of 0 is a single 1.
    const isFirst = ((this.unit[start + 1] ?? 0) & 0x80) !== 0
    if (!this.hasSlice && !isFirst && type !== 3 && type !== nal.partitionC) {
      this.broken = true
      if (this.lastEnded === this.timestamp) this.markerLies = true
    }
    this.hasSlice = true
    this.keyframe ||= type === nal.idr
  }
}
