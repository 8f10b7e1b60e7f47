import { type Format, systemClock } from '@sightline/client/live'
import type { FromDecoder, StagedFrame, ToDecoder } from './decode-messages.js'
import { type DecodeWorker, pageWorkers } from './decode-workers.js'
import { PictureDecoder } from './picture-decoder.js'
import type { Snapshot } from './snapshot.js'
import type { Stage, StageEvents } from './stage.js'
import { tellDecoder } from './tell-decoder.js'

/** Beside the player, wherever that was loaded from. */
const mpeg1 = new URL('mpeg1.js', import.meta.url).href

/** Pictures that are decoded here and drawn, in a worker if the page may have one: an integrator's policy may forbid it. */
export class CanvasStage implements Stage {
  readonly kind = 'canvas'
  readonly view = document.createElement('canvas')
  readonly #events: StageEvents
  readonly #snapshots = new Map<number, (taken: Snapshot | null) => void>()
  #snapshotId = 0
  readonly #worker: DecodeWorker | null
  /** To the worker, once it has begun. */
  #port: MessagePort | null = null
  #inPage: PictureDecoder | null = null
  /** What came before there was a decoder. */
  #early: ToDecoder[] | null = []

  constructor(events: StageEvents) {
    this.#events = events
    const canvas = this.view.transferControlToOffscreen()
    this.#worker = pageWorkers.take(this.#broke)
    if (this.#worker) void this.#startIn(this.#worker, canvas)
    else this.#startInPage(canvas)
  }

  format(format: Format): void {
    this.#tell({ kind: 'format', format })
  }

  frame(staged: StagedFrame): void {
    this.#tell({ kind: 'frame', ...staged })
  }

  snapshot(): Promise<Snapshot | null> {
    const id = ++this.#snapshotId
    return new Promise((resolve) => {
      this.#snapshots.set(id, resolve)
      this.#tell({ kind: 'snapshot', id })
    })
  }

  close(): void {
    this.#tell({ kind: 'close' })
    this.#early = null
    if (this.#worker) pageWorkers.give(this.#worker, this.#broke)
    for (const resolve of this.#snapshots.values()) resolve(null)
    this.#snapshots.clear()
  }

  /** In the worker, after it began; before that it decodes in the page. */
  readonly #broke = (message: string): void => {
    if (this.#port) this.#events.failed(message)
  }

  async #startIn(worker: DecodeWorker, canvas: OffscreenCanvas): Promise<void> {
    const isThere = await worker.started
    if (!this.#early) return
    if (!isThere) return this.#startInPage(canvas)
    this.#port = worker.draw(canvas, mpeg1)
    this.#port.addEventListener('message', ({ data }: MessageEvent<FromDecoder>) => this.#heard(data))
    this.#port.start()
    this.#begin()
  }

  #startInPage(canvas: OffscreenCanvas): void {
    this.#inPage = new PictureDecoder(canvas, {
      clock: systemClock,
      tell: (message) => this.#heard(message),
      mpeg1,
    })
    this.#begin()
  }

  #begin(): void {
    const early = this.#early ?? []
    this.#early = null
    for (const message of early) this.#tell(message)
  }

  #tell(message: ToDecoder): void {
    if (this.#early) this.#early.push(message)
    else if (this.#inPage) tellDecoder(this.#inPage, message)
    else if (message.kind !== 'frame') this.#port?.postMessage(message)
    else this.#port?.postMessage(message, { transfer: transferable(message.frame.data) })
  }

  #heard(message: FromDecoder): void {
    switch (message.kind) {
      case 'began':
        return this.#events.began()
      case 'done':
        return this.#events.done(message.sequence, message.generation)
      case 'drawn':
        return this.#events.drawn(message)
      case 'failed':
        return this.#events.failed(message.message)
      case 'snapshot':
        this.#snapshots.get(message.id)?.(message.taken)
        this.#snapshots.delete(message.id)
    }
  }
}

/** The bytes are the page's no longer: each message of the socket holds one frame. */
function transferable({ buffer }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer ? [buffer] : []
}
