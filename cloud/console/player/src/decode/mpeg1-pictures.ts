import type { Clock, MediaFrame } from '@sightline/client/live'
import type { Mpeg1Decoder } from '../mpeg1/mpeg1-decoder.js'
import type { FromDecoder, StagedFrame } from './decode-messages.js'
import type { PacedCanvas } from './paced-canvas.js'
import { paintablePixels } from './paintable.js'

export interface Mpeg1Deps {
  /** Where the decoder is loaded from. */
  readonly address: string
  readonly clock: Clock
  readonly canvas: PacedCanvas
  readonly tell: (message: FromDecoder) => void
  readonly failed: (error: unknown) => void
}

/** How long catching up may show nothing new, ms. */
const mostUnseenMs = 700
/** Of what lies in the past only the last picture is shown: the one behind which nothing came for this long, ms. */
const lastOfPastMs = 30

/** Pictures of MPEG-1, from `begin` to `end`. Their decoder is no part of the player: it is loaded when they come. */
export class Mpeg1Pictures {
  readonly #deps: Mpeg1Deps
  #decoder: Mpeg1Decoder | null = null
  /** What came while the decoder was loaded; null while none is wanted, or it is there. */
  #early: StagedFrame[] | null = null
  #awaitsKeyframe = true
  #cancelHeld = () => {}
  /** Grows with each beginning: a decoder that was loaded for an earlier one is not used. */
  #run = 0

  constructor(deps: Mpeg1Deps) {
    this.#deps = deps
  }

  begin(): void {
    this.end()
    const run = this.#run
    this.#early = []
    loadDecoder(this.#deps.address).then(
      (decoder) => {
        if (run === this.#run) this.#loaded(decoder)
      },
      (error: unknown) => {
        if (run === this.#run) this.#deps.failed(error)
      },
    )
  }

  frame(staged: StagedFrame): void {
    const { frame } = staged
    if (this.#early) return void this.#early.push(staged)
    const decoder = this.#decoder
    if (!decoder || (this.#awaitsKeyframe && !frame.keyframe)) return this.#done(staged)
    // Pictures before a gap have no continuation, and it begins with a keyframe.
    this.#awaitsKeyframe = frame.discontinuity && !frame.keyframe
    this.#cancelHeld()
    const isNew = this.#decode(decoder, frame)
    this.#done(staged)
    if (isNew) this.#show(decoder, frame)
  }

  /** Lets go of what came. */
  end(): void {
    this.#run++
    this.#cancelHeld()
    this.#decoder = null
    this.#awaitsKeyframe = true
    const early = this.#early ?? []
    this.#early = null
    for (const staged of early) this.#done(staged)
  }

  #loaded(decoder: Mpeg1Decoder): void {
    const early = this.#early ?? []
    this.#early = null
    this.#decoder = decoder
    for (const staged of early) this.frame(staged)
  }

  #decode(decoder: Mpeg1Decoder, { data }: MediaFrame): boolean {
    try {
      return decoder.decode(data)
    } catch (error) {
      this.#deps.failed(error)
      return false
    }
  }

  #show(decoder: Mpeg1Decoder, frame: MediaFrame): void {
    const { canvas, clock } = this.#deps
    const draw = (how: 'add' | 'now'): void => {
      const picture = decoder.picture()
      if (!picture) return
      const ptsUs = frame.dtsUs + frame.ctsUs
      canvas[how](paintablePixels(picture.pixels, { ...picture, ptsUs }), frame)
    }
    if (!frame.catchUp) return draw('add')
    const unseenMs = clock.now() - (canvas.drawnAtMs ?? Number.NEGATIVE_INFINITY)
    if (unseenMs > mostUnseenMs) draw('now')
    else this.#cancelHeld = clock.after(lastOfPastMs, () => draw('now'))
  }

  #done({ frame, generation }: StagedFrame): void {
    this.#deps.tell({ kind: 'done', sequence: frame.sequence, generation })
  }
}

interface DecoderModule {
  readonly Mpeg1Decoder: new () => Mpeg1Decoder
}

async function loadDecoder(address: string): Promise<Mpeg1Decoder> {
  const loaded: unknown = await import(address)
  if (!isDecoderModule(loaded)) throw new Error(`${address} is not the decoder`)
  return new loaded.Mpeg1Decoder()
}

function isDecoderModule(loaded: unknown): loaded is DecoderModule {
  return typeof loaded === 'object' && loaded !== null && 'Mpeg1Decoder' in loaded
}
