import type { Packet } from '../stream/packet.js'
import { SlidingMedian } from './sliding-median.js'

/** What the sizes of a stream's pictures say, without decoding any. */
export interface SizeSigns {
  /** More is being encoded than this scene needs at rest. */
  readonly isUnusual: boolean
  /**
   * Whether a small figure would show in the sizes at all. Where noise or a constant bit rate fills every picture
   * it would not: then nothing may be skipped on the strength of sizes.
   */
  readonly isConclusive: boolean
}

/** A small figure costs at least so many bytes a picture for each pixel of the whole picture. */
const figureBytesPerPixel = 0.001
/**
 * A scene at rest costs less than so many bytes a picture for each pixel. Where more is spent it is noise, or an
 * encoder that fills a constant rate: it takes what a figure costs from the rest of the picture.
 */
const restBytesPerPixel = 0.008
/** Changes below this are nothing, whatever the spread. */
const leastBytesPerPixel = 0.00025
const smoothingSec = 0.5
const deviations = 3
/** A baseline of fewer seconds says nothing. */
const learningUs = 3_000_000
const sampleEveryUs = 150_000
/** An encoder that keeps a constant rate saves behind each keyframe what that has cost: so many pictures long. */
const mostPlaces = 60
const leastAtPlace = 5

/**
 * The first stage: sizes of pictures against a learned baseline, median and spread, for each kind of picture of its
 * own, so that B-frames are measured by B-frames. Keyframes do not count: they show the scene, not a change.
 */
export class FrameSizes {
  readonly #kinds = new Map<number, SlidingMedian>()
  readonly #places = new Map<number, SlidingMedian>()
  readonly #smoothed = new SlidingMedian(100)
  readonly #pixels: number
  #beganUs: number | null = null
  #sampledUs = 0
  #lastUs = 0
  #excess = 0
  #place = 0

  /** @param pixels of the stream's pictures */
  constructor(pixels: number) {
    this.#pixels = pixels
  }

  /**
   * Takes the next video packet of a run.
   * @param learns false while something is known to move: that is not what the scene is at rest
   */
  add(packet: Packet, learns: boolean): SizeSigns {
    const { dtsUs } = packet
    this.#place = packet.keyframe ? 0 : this.#place + 1
    if (!packet.keyframe) this.#measure(packet, learns)
    const { median, spread } = this.#smoothed
    const isLearned = this.#beganUs !== null && dtsUs - this.#beganUs >= learningUs
    const least = leastBytesPerPixel * this.#pixels
    return {
      isUnusual: isLearned && this.#excess - median > Math.max(deviations * spread, least),
      isConclusive:
        isLearned &&
        deviations * spread < figureBytesPerPixel * this.#pixels &&
        this.#kinds.size > 0 &&
        [...this.#kinds.values()].every(({ median: usual }) => usual < restBytesPerPixel * this.#pixels),
    }
  }

  #measure(packet: Packet, learns: boolean): void {
    this.#beganUs ??= packet.dtsUs
    const sizes = this.#usual(packet, learns)
    // One huge picture, a refresh without a keyframe, must not look like a second of movement.
    const most = 4 * sizes.spread + 2 * figureBytesPerPixel * this.#pixels
    const excess = Math.min(Math.max(packet.data.length - sizes.median, -most), most)
    const sinceSec = Math.min(1, Math.max(0.001, (packet.dtsUs - this.#lastUs) / 1_000_000))
    this.#lastUs = packet.dtsUs
    this.#excess += (excess - this.#excess) * Math.min(1, sinceSec / smoothingSec)
    if (!learns || packet.dtsUs - this.#sampledUs < sampleEveryUs) return
    this.#sampledUs = packet.dtsUs
    this.#smoothed.add(this.#excess)
  }

  /** The usual sizes of such a picture: at its position behind the keyframe, once there were some, else of its kind. */
  #usual(packet: Packet, learns: boolean): SlidingMedian {
    const kind = sizesAt(this.#kinds, kindOf(packet), 96)
    const size = packet.data.length
    if (learns || kind.count < 8) kind.add(size)
    if (this.#place > mostPlaces) return kind
    const place = sizesAt(this.#places, this.#place, 24)
    const known = place.count >= leastAtPlace
    if (learns) place.add(size)
    return known ? place : kind
  }
}

function sizesAt(all: Map<number, SlidingMedian>, key: number, size: number): SlidingMedian {
  const found = all.get(key) ?? new SlidingMedian(size)
  all.set(key, found)
  return found
}

/** Pictures that others refer to and those that none does are encoded differently. */
function kindOf({ data, run }: Packet): number {
  const header = data[4] ?? 0
  // H.264: nal_ref_idc. H.265: sub-layer non-reference pictures have even types below 16.
  return run.video.codec === 'h264' ? (header >> 5) & 3 : (header >> 1) & 1
}
