import type { Clock, Format, MediaFrame } from '@sightline/client/live'
import type { FromDecoder, StagedFrame } from './decode-messages.js'
import { Mpeg1Pictures } from './mpeg1-pictures.js'
import { PacedCanvas } from './paced-canvas.js'
import { paintableBitmap, paintableFrame } from './paintable.js'

/** A frame that the decoder was given. */
interface Given {
  readonly sequence: number
  readonly generation: number
  readonly capturedMs: number
  readonly catchUp: boolean
}

/** How long catching up may show nothing new, ms: a thin line brings a long GOP slowly. */
const mostUnseenMs = 700

export interface PictureDecoderDeps {
  readonly clock: Clock
  readonly tell: (message: FromDecoder) => void
  /** Where the decoder of MPEG-1 is loaded from. */
  readonly mpeg1: string
}

/**
 * Decodes pictures by WebCodecs, as MPEG-1 or as JPEG, and draws them. It knows no worker: it runs in one where the page may start
 * one, and in the page otherwise.
 */
export class PictureDecoder {
  readonly #clock: Clock
  readonly #tell: (message: FromDecoder) => void
  readonly #canvas: PacedCanvas
  readonly #mpeg1: Mpeg1Pictures
  #decoder: VideoDecoder | null = null
  #awaitsKeyframe = true
  /** By presentation time, µs. */
  readonly #given = new Map<number, Given>()
  /** Those of them that the decoder has not begun with, the oldest first. */
  #queue: Given[] = []
  #catchUpLeft = 0
  #held: { readonly picture: VideoFrame; readonly given: Given } | null = null

  constructor(canvas: OffscreenCanvas, deps: PictureDecoderDeps) {
    this.#clock = deps.clock
    this.#tell = deps.tell
    this.#canvas = new PacedCanvas(canvas, {
      clock: deps.clock,
      drawn: (drawn) => deps.tell({ kind: 'drawn', ...drawn }),
    })
    this.#mpeg1 = new Mpeg1Pictures({
      address: deps.mpeg1,
      clock: deps.clock,
      canvas: this.#canvas,
      tell: deps.tell,
      failed: (error) => this.#fail(error),
    })
  }

  /** What comes from here on. What was decoded so far is let go. */
  format(format: Format): void {
    this.#reset()
    this.#tell({ kind: 'began' })
    if (format.rendition === 'mpeg1') this.#mpeg1.begin()
    if (format.rendition === 'source') this.#configure(format)
  }

  #configure(format: Format): void {
    const decoder: VideoDecoder = new VideoDecoder({
      output: (picture) => {
        if (this.#decoder === decoder) this.#output(picture)
        else picture.close()
      },
      error: (error) => {
        if (this.#decoder === decoder) this.#fail(error)
      },
    })
    decoder.addEventListener('dequeue', () => this.#dequeued())
    this.#decoder = decoder
    try {
      decoder.configure({
        codec: format.codec,
        ...(format.description && { description: format.description }),
        optimizeForLatency: true,
      })
    } catch (error) {
      this.#fail(error)
    }
  }

  frame({ frame, generation }: StagedFrame): void {
    if (frame.kind === 'mpeg1') return this.#mpeg1.frame({ frame, generation })
    if (frame.kind === 'jpeg') return void this.#jpeg(frame, generation)
    const decoder = this.#decoder
    if (frame.kind !== 'video' || !decoder || (this.#awaitsKeyframe && !frame.keyframe)) {
      return this.#tell({ kind: 'done', sequence: frame.sequence, generation })
    }
    // Pictures before a gap have no continuation, and it begins with a keyframe.
    this.#awaitsKeyframe = frame.discontinuity && !frame.keyframe
    const { sequence, capturedMs, catchUp } = frame
    const given = { sequence, generation, capturedMs, catchUp }
    const timestamp = frame.dtsUs + frame.ctsUs
    this.#given.set(timestamp, given)
    this.#queue.push(given)
    if (catchUp) this.#catchUpLeft++
    try {
      decoder.decode(
        new EncodedVideoChunk({ type: frame.keyframe ? 'key' : 'delta', timestamp, data: frame.data }),
      )
    } catch (error) {
      this.#fail(error)
    }
  }

  async snapshot(id: number): Promise<void> {
    this.#tell({ kind: 'snapshot', id, taken: await this.#canvas.snapshot() })
  }

  close(): void {
    this.#reset()
  }

  /** What the decoder has begun with is done: it may hold pictures back by their order, and that is no delay of the line. */
  #dequeued(): void {
    const waiting = this.#decoder?.decodeQueueSize ?? 0
    for (const { sequence, generation } of this.#queue.splice(0, this.#queue.length - waiting)) {
      this.#tell({ kind: 'done', sequence, generation })
    }
  }

  #output(picture: VideoFrame): void {
    const given = this.#given.get(picture.timestamp)
    if (!given) return picture.close()
    // Those before it in the order of showing will not come any more.
    for (const time of this.#given.keys()) if (time <= picture.timestamp) this.#given.delete(time)
    if (!given.catchUp) {
      this.#dropHeld()
      return this.#canvas.add(paintableFrame(picture), given)
    }
    this.#catchUpLeft--
    this.#dropHeld()
    const unseenMs = this.#clock.now() - (this.#canvas.drawnAtMs ?? Number.NEGATIVE_INFINITY)
    if (this.#catchUpLeft <= 0 || unseenMs > mostUnseenMs) this.#canvas.now(paintableFrame(picture), given)
    else this.#held = { picture, given }
  }

  async #jpeg(frame: MediaFrame, generation: number): Promise<void> {
    const { sequence, capturedMs, catchUp } = frame
    try {
      const picture = await createImageBitmap(new Blob([frame.data.slice()], { type: 'image/jpeg' }))
      this.#canvas.now(paintableBitmap(picture, frame.dtsUs + frame.ctsUs), { capturedMs, catchUp })
    } catch {
      // One that cannot be read is left out: the next one stands for itself.
    }
    this.#tell({ kind: 'done', sequence, generation })
  }

  #fail(error: unknown): void {
    this.#reset()
    this.#tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }

  #dropHeld(): void {
    this.#held?.picture.close()
    this.#held = null
  }

  #reset(): void {
    for (const { sequence, generation } of this.#queue.splice(0)) {
      this.#tell({ kind: 'done', sequence, generation })
    }
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = null
    this.#mpeg1.end()
    this.#awaitsKeyframe = true
    this.#catchUpLeft = 0
    this.#given.clear()
    this.#dropHeld()
    this.#canvas.clear()
  }
}
