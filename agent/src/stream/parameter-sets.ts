import { BitReader } from './bit-reader.js'
import type { VideoFormat } from './packet.js'
import { readSps } from './sequence-parameter-set.js'

const largestSet = 4096

/**
 * The parameter sets of a stream, those of the description replaced by those in the stream, by id. Cameras
 * repeat them before each keyframe; only other bytes are a change.
 */
export class ParameterSets {
  private readonly sequence = new Map<number, Uint8Array>()
  private readonly picture = new Map<number, Uint8Array>()
  private built: { format: VideoFormat; reorderDepth: number | null } | null = null

  /**
   * Takes an SPS or PPS NAL unit; others and damaged ones are ignored. The bytes are copied.
   * @returns whether the format of the stream is another one now.
   */
  put(unit: Uint8Array): boolean {
    const clean = withoutTrailingZeros(unit)
    if (clean.length < 2 || clean.length > largestSet) return false
    switch ((clean[0] ?? 0) & 0x1f) {
      case 7: {
        const sps = readSps(clean)
        return sps !== null && this.keep(this.sequence, sps.id, clean)
      }
      case 8: {
        const id = pictureSetId(clean)
        return id !== null && this.keep(this.picture, id, clean)
      }
      default:
        return false
    }
  }

  /** The format by the sets so far; null until there is an SPS and a PPS. */
  current(): { readonly format: VideoFormat; readonly reorderDepth: number | null } | null {
    this.built ??= this.build()
    return this.built
  }

  private keep(sets: Map<number, Uint8Array>, id: number, unit: Uint8Array): boolean {
    const known = sets.get(id)
    if (known !== undefined && Buffer.compare(known, unit) === 0) return false
    // The newest stands last: with several it is the one in use.
    sets.delete(id)
    sets.set(id, Uint8Array.from(unit))
    this.built = null
    return true
  }

  private build(): { format: VideoFormat; reorderDepth: number | null } | null {
    const newest = [...this.sequence.values()].at(-1)
    const sps = newest === undefined ? null : readSps(newest)
    if (sps === null || this.picture.size === 0) return null
    const parameterSets = [...this.sequence.values(), ...this.picture.values()]
    const { width, height, reorderDepth } = sps
    return { format: { codec: 'h264', width, height, parameterSets }, reorderDepth }
  }
}

function withoutTrailingZeros(unit: Uint8Array): Uint8Array {
  let end = unit.length
  while (end > 0 && unit[end - 1] === 0) end--
  return unit.subarray(0, end)
}

function pictureSetId(unit: Uint8Array): number | null {
  try {
    const id = new BitReader(unit, 1).readUnsigned()
    return id <= 255 ? id : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
