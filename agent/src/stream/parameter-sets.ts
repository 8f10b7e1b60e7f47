import { BitReader } from './bit-reader.js'
import { readHevcSps } from './hevc-sequence-parameter-set.js'
import type { VideoFormat } from './packet.js'
import { readSps, type SliceSyntax } from './sequence-parameter-set.js'

const largestSet = 4096

type Codec = VideoFormat['codec']

/** In the order in which a decoder wants them. */
const roles = ['video', 'sequence', 'picture'] as const
type Role = (typeof roles)[number]

/** What a stream is, by its parameter sets. */
interface KnownFormat {
  readonly format: VideoFormat
  /** How many pictures may be shown later than pictures that follow them; null if the sets do not say. */
  readonly reorderDepth: number | null
  /** Of H.264. */
  readonly slices: SliceSyntax | null
}

/**
 * The parameter sets of a stream, those of the description replaced by those in the stream, by id. Cameras
 * repeat them before each keyframe; only other bytes are a change.
 */
export class ParameterSets {
  readonly #codec: Codec
  readonly #sets: Readonly<Record<Role, Map<number, Uint8Array>>> = {
    video: new Map(),
    sequence: new Map(),
    picture: new Map(),
  }
  #built: KnownFormat | null = null

  constructor(codec: Codec) {
    this.#codec = codec
  }

  /**
   * Takes a VPS, SPS or PPS NAL unit; others and damaged ones are ignored. The bytes are copied.
   * @returns whether the format of the stream is another one now.
   */
  put(unit: Uint8Array): boolean {
    const clean = withoutTrailingZeros(unit)
    if (clean.length < 2 || clean.length > largestSet) return false
    const key = this.#codec === 'h264' ? keyOfH264(clean) : keyOfH265(clean)
    return key !== null && this.#keep(this.#sets[key.role], key.id, clean)
  }

  /** The format by the sets so far; null until there is one of each kind. */
  current(): KnownFormat | null {
    this.#built ??= this.#build()
    return this.#built
  }

  #keep(sets: Map<number, Uint8Array>, id: number, unit: Uint8Array): boolean {
    const known = sets.get(id)
    if (known !== undefined && Buffer.compare(known, unit) === 0) return false
    // The newest stands last: with several it is the one in use.
    sets.delete(id)
    sets.set(id, Uint8Array.from(unit))
    this.#built = null
    return true
  }

  #build(): KnownFormat | null {
    const codec = this.#codec
    const { video, sequence, picture } = this.#sets
    const newest = [...sequence.values()].at(-1)
    if (newest === undefined || picture.size === 0 || (codec === 'h265' && video.size === 0)) return null
    const sps = codec === 'h264' ? readSps(newest) : readHevcSps(newest)
    if (sps === null) return null
    const slices = 'slices' in sps ? sps.slices : null
    const parameterSets = roles.flatMap((role) => [...this.#sets[role].values()])
    const { width, height, reorderDepth } = sps
    return { format: { codec, width, height, parameterSets }, reorderDepth, slices }
  }
}

interface SetKey {
  readonly role: Role
  readonly id: number
}

/** H.264, table 7-1. */
function keyOfH264(unit: Uint8Array): SetKey | null {
  switch ((unit[0] ?? 0) & 0x1f) {
    case 7:
      return setKey('sequence', readSps(unit)?.id ?? null)
    case 8:
      return setKey('picture', firstNumber(unit, 1, 255))
    default:
      return null
  }
}

/** H.265, table 7-1. */
function keyOfH265(unit: Uint8Array): SetKey | null {
  switch (((unit[0] ?? 0) >> 1) & 0x3f) {
    case 32:
      return setKey('video', unit.length > 2 ? (unit[2] ?? 0) >> 4 : null)
    case 33:
      return setKey('sequence', readHevcSps(unit)?.id ?? null)
    case 34:
      return setKey('picture', firstNumber(unit, 2, 63))
    default:
      return null
  }
}

function setKey(role: Role, id: number | null): SetKey | null {
  return id === null ? null : { role, id }
}

function withoutTrailingZeros(unit: Uint8Array): Uint8Array {
  let end = unit.length
  while (end > 0 && unit[end - 1] === 0) end--
  return unit.subarray(0, end)
}

/** The Exp-Golomb number behind the header, which is the set's id; null if there is none up to `largest`. */
function firstNumber(unit: Uint8Array, headerBytes: number, largest: number): number | null {
  try {
    const id = new BitReader(unit, headerBytes).readUnsigned()
    return id <= largest ? id : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
