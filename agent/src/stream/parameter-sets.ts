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
export interface KnownFormat {
  readonly format: VideoFormat
  /** How many pictures may be shown later than pictures that follow them; null if the sets do not say. */
  readonly reorderDepth: number | null
  /** Of H.264. */
  readonly slices: SliceSyntax | null
  /** Kind of chroma and bits of a sample, to be compared. */
  readonly chroma: string
}

/** What became of a set that was taken. */
type SetChange =
  /** It was known, or is none. */
  | 'none'
  /** Codec, size and chroma are those of before: pictures go on, and what decodes them has to get it. */
  | 'same_picture'
  | 'other_picture'

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
  /** What changed since the last call of `settle`, by role and id. */
  readonly #changed = new Set<string>()

  constructor(codec: Codec) {
    this.#codec = codec
  }

  /** Takes a VPS, SPS or PPS NAL unit; others and damaged ones are ignored. The bytes are copied. */
  put(unit: Uint8Array): SetChange {
    const clean = withoutTrailingZeros(unit)
    if (clean.length < 2 || clean.length > largestSet) return 'none'
    const key = this.#codec === 'h264' ? keyOfH264(clean) : keyOfH265(clean)
    if (key === null) return 'none'
    const sets = this.#sets[key.role]
    const known = sets.get(key.id)
    if (known !== undefined && Buffer.compare(known, clean) === 0) return 'none'
    const before = this.current()
    // The newest stands last: with several it is the one in use. One that describes the same picture keeps its place.
    if (known === undefined || pictureOf(this.#codec, known) !== pictureOf(this.#codec, clean))
      sets.delete(key.id)
    sets.set(key.id, Uint8Array.from(clean))
    this.#built = null
    this.#changed.add(nameOf(key))
    return isSamePicture(before, this.current()) ? 'same_picture' : 'other_picture'
  }

  /** The format by the sets so far; null until there is one of each kind. */
  current(): KnownFormat | null {
    this.#built ??= this.#build()
    return this.#built
  }

  /** From here on only what changes is told by `changed`. */
  settle(): void {
    this.#changed.clear()
  }

  /** All sets as they are now, once one changed: a decoder forgets those that refer to another one that it replaces. */
  changed(): readonly Uint8Array[] {
    return this.#changed.size === 0 ? [] : roles.flatMap((role) => [...this.#sets[role].values()])
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
    const { width, height, reorderDepth, chroma } = sps
    return { format: { codec, width, height, parameterSets }, reorderDepth, slices, chroma }
  }
}

/** Whether one codec, size and kind of chroma is meant. */
export function isSamePicture(one: KnownFormat | null, other: KnownFormat | null): boolean {
  if (one === null || other === null) return one === other
  const { width, height } = one.format
  return width === other.format.width && height === other.format.height && one.chroma === other.chroma
}

/** The picture that a sequence parameter set describes; of other sets nothing. */
function pictureOf(codec: Codec, unit: Uint8Array): string {
  const sps = codec === 'h264' ? readSps(unit) : readHevcSps(unit)
  return sps === null ? '' : [sps.width, sps.height, sps.chroma].join(' ')
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

function nameOf({ role, id }: SetKey): string {
  return `${role} ${id}`
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
