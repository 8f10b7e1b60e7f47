import type { LiveMode } from '@sightline/protocol'
import type { Packet } from '../stream/packet.js'

/** What the viewers together need. */
export interface LiveWish {
  readonly mode: LiveMode
  readonly audio: boolean
}

/** How things stand when a packet comes. */
export interface Moment {
  /** The oldest frame without acknowledgement is too old, or the line is too slow: nothing more is sent. */
  readonly isBehind: boolean
  /** It was received before now: it is caught up with. */
  readonly isPast: boolean
}

/** What becomes of a packet. */
export type Choice =
  | { readonly kind: 'left_out' }
  | {
      readonly kind: 'sent'
      /** The first of its run: its format goes before it. */
      readonly isNewRun: boolean
      /** Frames before it were left out, for they were not acknowledged in time. */
      readonly discontinuity: boolean
    }

const leftOut: Choice = { kind: 'left_out' }

/**
 * Which packets of a stream go over the line: none before a keyframe, none that a decoder could not decode, none while the
 * other side is behind, and of those the viewers want.
 */
export class FrameChoice {
  #wish: LiveWish
  #runId: number | null = null
  #awaitsKeyframe = true
  /** Why pictures were left out before the next that is sent: the line was behind, and nothing else; or one is no good. */
  #gap: 'none' | 'line' | 'loss' = 'none'
  /** When the picture is shown with which decoding began, us; pictures before it may need what was not sent. */
  #beganAtUs = 0
  /** The last picture that was sent. */
  #last: { readonly runId: number; readonly dtsUs: number } | null = null

  constructor(wish: LiveWish) {
    this.#wish = wish
  }

  get wish(): LiveWish {
    return this.#wish
  }

  /** @returns whether what lies in the past is wanted now: what follows the last keyframe */
  change(wish: LiveWish): boolean {
    const before = this.#wish
    this.#wish = wish
    return before.mode === 'keys' && wish.mode === 'full'
  }

  /** Nothing but the line keeps pictures back, up to the next keyframe. */
  get isHeldUp(): boolean {
    return this.#awaitsKeyframe && this.#gap === 'line'
  }

  /**
   * Goes on behind the last picture that was sent, where nothing but the mode or the line kept back what follows it.
   * @param packets the newest keyframe with what follows
   * @returns those that are still to be sent
   */
  goOn(packets: readonly Packet[]): readonly Packet[] {
    const at = packets.findIndex(
      ({ run, track, dtsUs }) =>
        track === 'video' && run.id === this.#last?.runId && dtsUs === this.#last.dtsUs,
    )
    if (at === -1 || this.#gap === 'loss') return packets
    this.#awaitsKeyframe = false
    this.#gap = 'none'
    return packets.slice(at + 1)
  }

  /** Leaves out what comes up to the next keyframe. */
  skip(): void {
    this.#awaitsKeyframe = true
    this.#gap = 'loss'
  }

  of(packet: Packet, moment: Moment): Choice {
    return packet.track === 'video' ? this.#ofPicture(packet, moment) : this.#ofSound(packet, moment)
  }

  #ofSound({ run }: Packet, { isBehind, isPast }: Moment): Choice {
    const isWanted = this.#wish.audio && this.#wish.mode === 'full' && !isPast
    const fits = run.id === this.#runId && !this.#awaitsKeyframe && !isBehind
    return isWanted && fits ? { kind: 'sent', isNewRun: false, discontinuity: false } : leftOut
  }

  #ofPicture(packet: Packet, { isBehind }: Moment): Choice {
    const { run, keyframe, ptsUs, dtsUs } = packet
    const isNewRun = run.id !== this.#runId
    if (!keyframe && this.#wish.mode === 'keys') {
      // A decoder begins anew with each keyframe then, and nothing is missed.
      this.#awaitsKeyframe = true
      return leftOut
    }
    if (packet.damaged === true) {
      this.skip()
      return leftOut
    }
    if (isBehind) {
      this.#awaitsKeyframe = true
      if (this.#gap === 'none') this.#gap = 'line'
      return leftOut
    }
    if (keyframe) return this.#ofKeyframe(packet, isNewRun)
    if (isNewRun || this.#awaitsKeyframe || ptsUs < this.#beganAtUs) return leftOut
    this.#last = { runId: run.id, dtsUs }
    return { kind: 'sent', isNewRun: false, discontinuity: false }
  }

  #ofKeyframe({ run, ptsUs, dtsUs }: Packet, isNewRun: boolean): Choice {
    if (isNewRun || this.#awaitsKeyframe) this.#beganAtUs = ptsUs
    const discontinuity = this.#gap !== 'none' && !isNewRun
    this.#runId = run.id
    this.#awaitsKeyframe = false
    this.#gap = 'none'
    this.#last = { runId: run.id, dtsUs }
    return { kind: 'sent', isNewRun, discontinuity }
  }
}
