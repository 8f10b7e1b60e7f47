import type { AccessUnitSink } from './access-unit.js'

/**
 * What a NAL unit is to its access unit.
 * - `keyframe`, `slice`: a part of a picture, of a random access point or of another picture.
 * - `leading`: likewise, of one shown before the random access point that it follows.
 * - `dangling`: likewise, and decodable only if decoding began before that point (H.265: RASL).
 * - `recovery_point`: goes along with a picture at which decoding may begin (H.264), and makes it one.
 * - `kept`: goes along with the picture. `useless`: left away.
 */
export type NalKind =
  | 'parameter_set'
  | 'keyframe'
  | 'slice'
  | 'leading'
  | 'dangling'
  | 'recovery_point'
  | 'kept'
  | 'useless'

/** What differs between H.264 and H.265. */
export interface NalRules {
  /** @param start where the unit begins in `data`; it ends at `end`. */
  kindOf(data: Buffer, start: number, end: number): NalKind
  /** Whether a slice may stand at the beginning of its picture. */
  mayBegin(data: Buffer, start: number): boolean
}

const startCode = Buffer.from([0, 0, 1])
const firstCapacity = 64 * 1024
/** More than any camera puts into a picture; what is larger is an attack or a lost end. */
const largestUnit = 8 * 1024 * 1024
/** NAL units of one picture: cameras have a handful, and each that is made up takes time. */
const mostNals = 1024

/**
 * Puts access units together from NAL units and fragments of them. A unit ends with the marker bit or with
 * the next timestamp; where the marker proves wrong, with the timestamp only. After a loss what is whole in itself
 * is handed on as damaged until the next keyframe.
 */
export class AccessUnitBuilder {
  readonly #sink: AccessUnitSink
  readonly #rules: NalRules
  #unit = Buffer.allocUnsafeSlow(firstCapacity)
  #length = 0
  #nals = 0
  #open = false
  #timestamp = 0
  #broken = false
  #hasSlice = false
  #hasFragments = false
  #keyframe = false
  #leading = false
  #dangling = false
  /** Where the unfinished fragmented NAL unit's length field lies, or -1. */
  #fragmentAt = -1
  #needsKeyframe = true
  /** Something is missing since the last keyframe. */
  #damaged = false
  /** Decoding begins at the last keyframe: what dangles behind it refers to pictures that are not there. */
  #beganAtKeyframe = true
  #markerLies = false
  #lastEnded: number | null = null

  constructor(sink: AccessUnitSink, rules: NalRules) {
    this.#sink = sink
    this.#rules = rules
  }

  /** A payload of the picture at `timestamp` follows. */
  enter(timestamp: number): void {
    if (this.#open && timestamp !== this.#timestamp) this.#finish()
    this.#open = true
    this.#timestamp = timestamp
  }

  /** The payload is through. */
  leave(marker: boolean): void {
    const isWhole = marker && this.#fragmentAt === -1 && (this.#hasSlice || this.#broken)
    if (isWhole && !this.#markerLies) this.#finish()
  }

  /** A marker without payload came. */
  ended(timestamp: number): void {
    if (this.#open && timestamp === this.#timestamp) this.leave(true)
  }

  /** Packets are missing before the next payload. */
  lost(): void {
    if (this.#open) this.#broken = true
    this.#fragmentAt = -1
    this.#damaged = true
  }

  /** Hands on nothing before the next keyframe. */
  awaitKeyframe(): void {
    this.#needsKeyframe = true
  }

  /** Forgets the unit in progress; the next payload has nothing to do with it. */
  reset(): void {
    this.#close()
    this.#lastEnded = null
    this.awaitKeyframe()
  }

  /** Nothing more is taken of the picture in progress. */
  get isBroken(): boolean {
    return this.#broken
  }

  /** The picture in progress is of no use. */
  breakUnit(): void {
    this.#broken = true
  }

  /** A whole NAL unit. */
  whole(data: Buffer, start: number, end: number): void {
    this.endFragment()
    if (this.#broken) return
    const at = this.#beginNal()
    this.#append(data, start, end)
    this.#endNal(at)
  }

  /**
   * The first fragment of a NAL unit follows. Cameras leave the end bit away: without a loss the fragment
   * before was whole.
   * @param header its header as it was before it was cut; it counts for all fragments, for some cameras
   * change the type on the way.
   */
  beginFragment(...header: readonly number[]): void {
    this.endFragment()
    this.#fragmentAt = this.#beginNal()
    for (const byte of header) this.#appendByte(byte)
  }

  /** A piece of the fragmented NAL unit; without its beginning the picture is broken. */
  fragment(data: Buffer, start: number, end: number): void {
    this.#hasFragments = true
    if (this.#fragmentAt === -1) this.#broken = true
    else this.#append(data, start, end)
  }

  endFragment(): void {
    const at = this.#fragmentAt
    this.#fragmentAt = -1
    if (at !== -1) this.#endNal(at)
  }

  #close(): void {
    this.#open = false
    this.#length = 0
    this.#nals = 0
    this.#broken = false
    this.#hasSlice = false
    this.#hasFragments = false
    this.#keyframe = false
    this.#leading = false
    this.#dangling = false
    this.#fragmentAt = -1
  }

  #finish(): void {
    if (this.#fragmentAt !== -1) this.#broken = true
    if (this.#hasSlice || this.#broken) this.#lastEnded = this.#timestamp
    if (this.#broken) this.#damaged = true
    if (this.#isUndecodable()) this.#sink.dropped(this.#broken, this.#hasFragments)
    else if (this.#hasSlice) this.#handOn()
    this.#close()
  }

  #isUndecodable(): boolean {
    if (this.#broken) return true
    if (!this.#hasSlice || this.#keyframe) return false
    return this.#needsKeyframe || (this.#dangling && this.#beganAtKeyframe)
  }

  #handOn(): void {
    if (this.#keyframe) {
      this.#beganAtKeyframe = this.#needsKeyframe || this.#damaged
      this.#damaged = false
    }
    this.#needsKeyframe = false
    const data = Buffer.allocUnsafeSlow(this.#length)
    this.#unit.copy(data, 0, 0, this.#length)
    this.#sink.accessUnit({
      data,
      timestamp: this.#timestamp,
      keyframe: this.#keyframe,
      leading: this.#leading,
      damaged: this.#damaged,
    })
  }

  /** Leaves room for a length field and returns where it lies. */
  #beginNal(): number {
    const at = this.#length
    if (++this.#nals > mostNals) this.#broken = true
    if (this.#reserve(4)) this.#length += 4
    return at
  }

  #append(data: Buffer, start: number, end: number): void {
    if (!this.#reserve(end - start)) return
    data.copy(this.#unit, this.#length, start, end)
    this.#length += end - start
  }

  #appendByte(byte: number): void {
    if (!this.#reserve(1)) return
    this.#unit[this.#length] = byte
    this.#length++
  }

  #reserve(bytes: number): boolean {
    const needed = this.#length + bytes
    if (needed <= this.#unit.length) return true
    if (needed > largestUnit) {
      this.#broken = true
      return false
    }
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#unit.length * 2))
    this.#unit.copy(larger, 0, 0, this.#length)
    this.#unit = larger
    return true
  }

  /** Judges the NAL unit behind the length field at `at`, and keeps it or takes it back. */
  #endNal(at: number): void {
    const start = at + 4
    if (this.#broken || start >= this.#length) {
      this.#length = Math.min(at, this.#length)
      return
    }
    // A NAL unit cannot hold a start code: some cameras put Annex B into RTP, one unit or several.
    const code = this.#unit.subarray(start, this.#length).indexOf(startCode)
    if (code !== -1) this.#splitNal(at, start + code)
    else if (this.#isKept(start)) this.#unit.writeUInt32BE(this.#length - start, at)
    else this.#length = at
  }

  #splitNal(at: number, code: number): void {
    const whole = Buffer.from(this.#unit.subarray(at + 4, this.#length))
    this.#length = at
    for (let start = 0, next = code - at - 4; start < whole.length && !this.#broken; ) {
      let end = next
      while (end > start && whole[end - 1] === 0) end--
      if (end > start) {
        const piece = this.#beginNal()
        this.#append(whole, start, end)
        this.#endNal(piece)
      }
      start = next + startCode.length
      next = whole.indexOf(startCode, start)
      if (next === -1) next = whole.length
    }
  }

  #isKept(start: number): boolean {
    const kind = this.#rules.kindOf(this.#unit, start, this.#length)
    switch (kind) {
      case 'parameter_set':
        this.#sink.parameterSet(this.#unit.subarray(start, this.#length))
        return false
      case 'useless':
        return false
      case 'recovery_point':
        this.#keyframe = true
        return true
      case 'kept':
        return true
      default:
        this.#takeSlice(kind, start)
        return true
    }
  }

  #takeSlice(kind: 'keyframe' | 'slice' | 'leading' | 'dangling', start: number): void {
    if (!this.#hasSlice && !this.#rules.mayBegin(this.#unit, start)) {
      this.#broken = true
      if (this.#lastEnded === this.#timestamp) this.#markerLies = true
    }
    this.#hasSlice = true
    this.#keyframe ||= kind === 'keyframe'
    this.#leading ||= kind === 'leading' || kind === 'dangling'
    this.#dangling ||= kind === 'dangling'
  }
}
