import { liveLimits } from '@sightline/protocol'
import { type Packet, type PacketSource, presentedAtMs, type StreamRun } from '../stream/packet.js'
import { FrameChoice, type LiveWish } from './frame-choice.js'
import { formatOfRun, isShownInOrder, pictureForViewers } from './live-format.js'
import type { MediaSink, Rendition } from './renditions.js'

/** The newest group of pictures that is kept. */
const newest = Number.POSITIVE_INFINITY

/** The stream as the camera sends it: the newest group of pictures first, then what comes. */
export class SourceRendition implements Rendition {
  readonly #sink: MediaSink
  readonly #choice: FrameChoice
  #source: PacketSource | null = null
  /** The pictures of the run are shown in the order of decoding. */
  #isInOrder = false
  #unsubscribe: () => void = () => undefined

  constructor(wish: LiveWish, sink: MediaSink) {
    this.#choice = new FrameChoice(wish)
    this.#sink = sink
  }

  begin(source: PacketSource): void {
    this.rest()
    this.#source = source
    this.#subscribe(source)
  }

  rest(): void {
    this.#unsubscribe()
    this.#unsubscribe = () => undefined
    this.#source = null
  }

  change(wish: LiveWish): void {
    const wantsPast = this.#choice.change(wish)
    if (!wantsPast || this.#source === null) return
    this.#unsubscribe()
    this.#subscribe(this.#source)
  }

  stop(): Promise<void> {
    this.rest()
    return Promise.resolve()
  }

  #subscribe(source: PacketSource): void {
    // What is kept comes before `subscribe` returns.
    const kept: Packet[] = []
    let isPast = true
    let ended: string | null = null
    const unsubscribe = source.subscribe(
      {
        takesDamaged: true,
        packet: (packet) => {
          if (isPast) kept.push(packet)
          else this.#take(packet)
        },
        runEnded: (_run: StreamRun, reason) => {
          if (isPast) ended = reason
          else this.#sink.state('interrupted', reason)
        },
      },
      newest,
    )
    isPast = false
    this.#unsubscribe = unsubscribe
    this.#catchUp(this.#choice.goOn(kept))
    if (ended !== null) this.#sink.state('interrupted', ended)
  }

  /** A live packet. Where the line was silent, and carries again, it comes behind all that was left out meanwhile. */
  #take(packet: Packet): void {
    const mayGoOn = this.#choice.isHeldUp && packet.damaged !== true && !this.#sink.isBehind()
    if (mayGoOn && this.#source !== null && this.#sink.hasComeBack())
      this.#catchUp(this.#choice.goOn(this.#source.newestGop()))
    else this.#send(packet, false)
  }

  /** Of a group that is too large only the keyframe, as a still. */
  #catchUp(packets: readonly Packet[]): void {
    const bytes = packets.reduce((sum, { data }) => sum + data.length, 0)
    const isLarge = bytes > liveLimits.gopBytes
    const sent = isLarge ? packets.slice(0, 1).filter(({ keyframe }) => keyframe) : packets
    for (const packet of sent) this.#send(packet, true)
    if (!isLarge) return
    this.#choice.skip()
    this.#sink.askForKeyframe()
  }

  #send(packet: Packet, isPast: boolean): void {
    const choice = this.#choice.of(packet, { isBehind: this.#sink.isBehind(), isPast })
    if (choice.kind === 'left_out') return
    if (choice.isNewRun && !this.#begins(packet)) return this.#choice.skip()
    const { track, ptsUs, dtsUs, keyframe } = packet
    const wasSent = this.#sink.frame({
      kind: track,
      keyframe,
      discontinuity: choice.discontinuity,
      catchUp: isPast,
      capturedMs: presentedAtMs(packet),
      dtsUs: Math.round(dtsUs),
      ctsUs: Math.round(ptsUs) - Math.round(dtsUs),
      data: pictureForViewers(packet, this.#isInOrder),
    })
    if (!wasSent) this.#choice.skip()
  }

  /** @returns whether the run can be shown */
  #begins(packet: Packet): boolean {
    const format = formatOfRun(packet)
    if (format === null) {
      this.#sink.state('interrupted', 'the parameter sets of the stream are of no use')
      return false
    }
    this.#isInOrder = isShownInOrder(packet)
    this.#sink.state('flowing', null)
    this.#sink.format(format)
    return true
  }
}
