import workerSource from '#decode-worker'
import type { Format } from '../live/server-message.js'
import { pageClock } from '../platform/clock.js'
import type { FromDecoder, StagedFrame, ToDecoder } from './decode-messages.js'
import { PictureDecoder } from './picture-decoder.js'
import type { Snapshot } from './snapshot.js'
import type { Stage, StageEvents } from './stage.js'
import { workerAddress } from './worker-address.js'

/** Beside the player, wherever that was loaded from. */
const mpeg1 = new URL('mpeg1.js', import.meta.url).href

/** Pictures that are decoded here and drawn, in a worker if the page may have one: an integrator's policy may forbid it. */
export class CanvasStage implements Stage {
  readonly kind = 'canvas'
  readonly view = document.createElement('canvas')
  readonly #events: StageEvents
  readonly #snapshots = new Map<number, (taken: Snapshot | null) => void>()
  #snapshotId = 0
  #worker: Worker | null = null
  #inPage: PictureDecoder | null = null
  /** What came before the worker answered. */
  #early: ToDecoder[] | null = []

  constructor(events: StageEvents) {
    this.#events = events
    const canvas = this.view.transferControlToOffscreen()
    try {
      this.#startWorker(canvas)
    } catch {
      this.#startInPage(canvas)
    }
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
    // One that never began hears no message.
    if (this.#early) this.#worker?.terminate()
    this.#early = null
    for (const resolve of this.#snapshots.values()) resolve(null)
    this.#snapshots.clear()
  }

  #startWorker(canvas: OffscreenCanvas): void {
    const address = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }))
    const worker = workerAt(address)
    if (!worker) {
      URL.revokeObjectURL(address)
      return this.#startInPage(canvas)
    }
    this.#worker = worker
    worker.addEventListener('message', ({ data }: MessageEvent<FromDecoder | 'ready'>) => {
      if (data !== 'ready') return this.#heard(data)
      URL.revokeObjectURL(address)
      if (!this.#early) return
      worker.postMessage({ kind: 'canvas', canvas, mpeg1 } satisfies ToDecoder, { transfer: [canvas] })
      this.#begin()
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      URL.revokeObjectURL(address)
      if (this.#early) this.#startInPage(canvas)
      else this.#events.failed(event.message)
    })
  }

  #startInPage(canvas: OffscreenCanvas): void {
    this.#worker = null
    this.#inPage = new PictureDecoder(canvas, {
      clock: pageClock,
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
    else if (this.#inPage) tellInPage(this.#inPage, message)
    else if (message.kind !== 'frame') this.#worker?.postMessage(message)
    else this.#worker?.postMessage(message, { transfer: transferable(message.frame.data) })
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

function tellInPage(decoder: PictureDecoder, message: ToDecoder): void {
  switch (message.kind) {
    case 'canvas':
      return
    case 'format':
      return decoder.format(message.format)
    case 'frame':
      return decoder.frame(message)
    case 'snapshot':
      return void decoder.snapshot(message.id)
    case 'close':
      return decoder.close()
  }
}

/** @returns null if the page requires Trusted Types and does not allow the player's */
function workerAt(address: string): Worker | null {
  try {
    return new Worker(workerAddress(address))
  } catch {
    return null
  }
}
