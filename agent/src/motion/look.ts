import { type Packet, type PacketSource, presentedAtMs, type StreamRun } from '../stream/packet.js'
import { gatherPackets } from './gather-packets.js'
import type { Excerpt } from './gray-decoder.js'
import { newestPlace, type Place, type Reason, type Target } from './look-place.js'

/** What a look shows, once its turn came. */
export interface Shown {
  readonly place: Place
  /** Monotonic time at which the picture with pts 0 would have arrived. */
  readonly originMs: number
  /** Wall clock of the last picture, ms since the epoch. */
  readonly untilAtMs: number
}

interface Turn {
  readonly place: Place
  readonly nowMs: number
  readonly mostPackets: number
}

/** Twelve pictures a second show any movement; a camera may send more. In a long look fewer do, but no less than ten. */
const pictureEveryUs = 80_000
const rarestPictureUs = 100_000
const usualPictures = 30
/** A look that needs more pictures takes longer than anyone waits: a minute at 30 a second. */
const longestPackets = 2000
/** Of a place of which less is kept nothing can be said. */
const leastUs = 1_000_000

/** A look at a stream, from when it is asked for; its pictures are chosen when its turn comes. */
export class Look {
  #reason: Reason
  #target: Target
  #shown: Shown | null = null
  #tookMs: number | null = null
  readonly #askedMs: number

  readonly run: StreamRun

  constructor(run: StreamRun, reason: Reason, target: Target, askedMs: number) {
    this.run = run
    this.#reason = reason
    this.#target = target
    this.#askedMs = askedMs
  }

  get reason(): Reason {
    return this.#reason
  }

  get target(): Target {
    return this.#target
  }

  /** Null while it waits. */
  get shown(): Shown | null {
    return this.#shown
  }

  /** For its turn. */
  get waitedMs(): number {
    return this.#tookMs === null ? 0 : this.#tookMs - this.#askedMs
  }

  /** It is wanted for something better while it waits. */
  raise(reason: Reason, target: Target): void {
    this.#reason = reason
    this.#target = target
  }

  /** Its turn has come: chooses what it shows, which is what is newest if its place is not kept any more. */
  take(
    source: PacketSource,
    newest: Packet,
    { place, nowMs, mostPackets }: Turn,
  ): Excerpt | 'too_long' | null {
    const { run } = this
    const there = gatherPackets(source, run, place)
    const isKept = there[0] !== undefined && there[0].ptsUs <= place.untilUs - leastUs
    const shownPlace = isKept ? place : newestPlace(newest.ptsUs)
    const packets = isKept ? there : gatherPackets(source, run, shownPlace)
    if (packets.length > longestPackets) return 'too_long'
    if (packets.length > mostPackets) return null
    this.#tookMs = nowMs
    this.#shown = {
      place: shownPlace,
      originMs: nowMs - newest.ptsUs / 1000,
      untilAtMs: presentedAtMs(packets.at(-1) ?? newest),
    }
    const { fromUs, untilUs } = shownPlace
    const everyUs = Math.min(rarestPictureUs, Math.max(pictureEveryUs, (untilUs - fromUs) / usualPictures))
    return { packets, fromPtsUs: fromUs, untilPtsUs: untilUs, everyUs }
  }
}
