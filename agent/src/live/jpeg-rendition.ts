import { kept } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import { messageOf } from '../platform/errors.js'
import type { ClipFinding } from '../recording/finish-clip.js'
import type { LiveSnapshot } from '../recording/live-snapshot.js'
import type { Packet, PacketSource } from '../stream/packet.js'
import type { LiveWish } from './frame-choice.js'
import type { MediaSink, Rendition } from './renditions.js'

/** Makes a JPEG of the newest picture that there is when its turn comes. Never rejects for want of one. */
export type TakePicture = (
  gop: () => readonly Packet[],
  options: { readonly maxWidth: number; readonly signal: AbortSignal },
) => Promise<ClipFinding<LiveSnapshot>>

/** After a picture that could not be made none is tried for so long, and for longer with each that follows, ms. */
const afterFailureMs = { first: 1000, most: 30_000 } as const
/** Enough for a picture that moves in steps, pixels. */
const widest = 1280
const newest = Number.POSITIVE_INFINITY

/** The keyframes as JPEG, one at a time: what is newest when one can be made is the next. */
export class JpegRendition implements Rendition {
  readonly #sink: MediaSink
  readonly #take: TakePicture
  readonly #clock: Clock
  readonly #ending = new AbortController()
  #unsubscribe: () => void = () => undefined
  #waiting: PacketSource | null = null
  /** The keyframe of the picture that was made last, or is being made. */
  #taken: Packet | undefined
  #isWorking = false
  #working: Promise<void> = Promise.resolve()
  #size: string | null = null
  #lastDtsUs = Number.NEGATIVE_INFINITY
  #hasGap = false
  /** Pictures that could not be made, one after the other, and until when no other is tried: monotonic. */
  #failures = 0
  #notBeforeMs = Number.NEGATIVE_INFINITY

  /** @param tools.take makes the pictures */
  constructor({ take, clock }: { readonly take: TakePicture; readonly clock: Clock }, sink: MediaSink) {
    this.#take = take
    this.#clock = clock
    this.#sink = sink
  }

  begin(source: PacketSource): void {
    this.rest()
    let isPast = true
    const unsubscribe = source.subscribe(
      {
        packet: ({ track, keyframe }) => {
          if (!isPast && track === 'video' && keyframe) this.#put(source)
        },
        runEnded: (_run, reason) => {
          if (!isPast) this.#sink.state('interrupted', reason)
        },
      },
      newest,
    )
    isPast = false
    this.#unsubscribe = unsubscribe
    this.#put(source)
  }

  rest(): void {
    this.#unsubscribe()
    this.#unsubscribe = () => undefined
    this.#waiting = null
    // Whoever begins again has none of it.
    this.#taken = undefined
  }

  /** There is nothing but keyframes, and no sound. */
  change(_wish: LiveWish): void {}

  async stop(): Promise<void> {
    this.rest()
    this.#ending.abort(new Error('nobody watches any more'))
    await this.#working
  }

  #put(source: PacketSource): void {
    if (this.#clock.monotonic() < this.#notBeforeMs) return
    if (untilKeyframe(source).length === 0) return
    this.#waiting = source
    if (!this.#isWorking) this.#working = kept(this.#work())
  }

  /** Never rejects. What is put while it runs is taken by it, up to the moment at which it says that it does not. */
  async #work(): Promise<void> {
    this.#isWorking = true
    for (let source = this.#waiting; source !== null; source = this.#waiting) {
      this.#waiting = null
      if (this.#clock.monotonic() < this.#notBeforeMs) break
      if (this.#sink.isBehind()) this.#hasGap = true
      else if (untilKeyframe(source).at(-1) !== this.#taken) await this.#one(source)
    }
    this.#isWorking = false
  }

  #newestOf(source: PacketSource): Packet[] {
    const packets = untilKeyframe(source)
    this.#taken = packets.at(-1)
    return packets
  }

  async #one(source: PacketSource): Promise<void> {
    const { signal } = this.#ending
    try {
      const taken = await this.#take(() => this.#newestOf(source), { maxWidth: widest, signal })
      if (signal.aborted) return
      if (taken.kind === 'found') this.#send(taken.value)
      else this.#failed(taken.reason)
    } catch (error) {
      if (!signal.aborted) this.#failed(messageOf(error))
    }
  }

  /** There is no other form of the stream behind this one: it is tried for as long as somebody watches, but seldom. */
  #failed(reason: string): void {
    const { first, most } = afterFailureMs
    this.#notBeforeMs = this.#clock.monotonic() + Math.min(most, first * 2 ** Math.min(this.#failures, 10))
    this.#failures += 1
    this.#hasGap = true
    this.#sink.state('interrupted', reason)
  }

  #send({ jpeg, width, height, takenAtMs }: LiveSnapshot): void {
    const size = `${width}x${height}`
    this.#failures = 0
    this.#sink.state('flowing', null)
    if (this.#size !== size) {
      this.#sink.format({ rendition: 'jpeg', codec: 'jpeg', description: null, width, height, audio: null })
    }
    this.#size = size
    this.#lastDtsUs = Math.max(Math.round(takenAtMs * 1000), this.#lastDtsUs + 1)
    this.#hasGap = !this.#sink.frame({
      kind: 'jpeg',
      keyframe: true,
      discontinuity: this.#hasGap,
      catchUp: false,
      capturedMs: takenAtMs,
      dtsUs: this.#lastDtsUs,
      ctsUs: 0,
      data: jpeg,
    })
  }
}

/** The newest keyframe that is kept; where a decoder recovers by and by, it needs what comes before that. */
function untilKeyframe(source: PacketSource): Packet[] {
  const packets = source.newestGop()
  return packets.slice(0, packets.findLastIndex(({ track, keyframe }) => track === 'video' && keyframe) + 1)
}
