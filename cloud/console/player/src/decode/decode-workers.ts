import { type Clock, systemClock } from '@sightline/client/live'
import workerSource from '#decode-worker'
import type { NewPicture } from './decode-messages.js'
import { workerAddress } from './worker-address.js'
import { workerFor } from './worker-for.js'

/** A worker without pictures is kept for that long, ms: the next one often comes at once. */
const lingerMs = 5000
/** More of them take turns on the cores, and each costs megabytes. */
const mostWorkers = 4

/** A worker that decodes some of the pictures of a page. */
export class DecodeWorker {
  readonly #worker: Worker
  readonly #users = new Set<(message: string) => void>()
  /** Whether it could be started. Never rejects. */
  readonly started: Promise<boolean>

  /** @param address of its source, given back once it has begun */
  constructor(worker: Worker, address: string) {
    this.#worker = worker
    this.started = new Promise((resolve) => {
      worker.addEventListener('message', () => resolve(true), { once: true })
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        resolve(false)
        for (const broke of this.#users) broke(event.message)
      })
    })
    void this.started.then(() => URL.revokeObjectURL(address))
  }

  get load(): number {
    return this.#users.size
  }

  /** @param broke something went wrong in it, nobody knows for which of its pictures */
  join(broke: (message: string) => void): void {
    this.#users.add(broke)
  }

  leave(broke: (message: string) => void): void {
    this.#users.delete(broke)
  }

  /** Has it draw another picture. @returns where that is told what to draw, and tells what it drew */
  draw(canvas: OffscreenCanvas, mpeg1: string): MessagePort {
    const { port1, port2: port } = new MessageChannel()
    const picture: NewPicture = { canvas, mpeg1, port }
    this.#worker.postMessage(picture, { transfer: [canvas, port] })
    return port1
  }

  terminate(): void {
    this.#worker.terminate()
  }
}

/** The workers of a page: its pictures share them, however many there are. */
class DecodeWorkers {
  readonly #clock: Clock
  #workers: DecodeWorker[] = []
  /** A policy of the page forbids them: that is tried once. */
  #areForbidden = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The worker for one more picture. @returns null where the page may have none */
  take(broke: (message: string) => void): DecodeWorker | null {
    if (this.#areForbidden) return null
    const most = Math.max(1, Math.min(mostWorkers, navigator.hardwareConcurrency - 1))
    const at = workerFor(
      this.#workers.map(({ load }) => load),
      most,
    )
    const worker = at === null ? this.#another() : this.#workers[at]
    worker?.join(broke)
    return worker ?? null
  }

  /** A picture is drawn no more. */
  give(worker: DecodeWorker, broke: (message: string) => void): void {
    worker.leave(broke)
    this.#clock.after(lingerMs, () => {
      if (worker.load === 0) this.#drop(worker)
    })
  }

  #another(): DecodeWorker | null {
    const address = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }))
    const started = workerAt(address)
    if (!started) {
      URL.revokeObjectURL(address)
      this.#areForbidden = true
      return null
    }
    const worker = new DecodeWorker(started, address)
    this.#workers.push(worker)
    void worker.started.then((isThere) => {
      if (isThere) return
      this.#areForbidden = true
      this.#drop(worker)
    })
    return worker
  }

  #drop(worker: DecodeWorker): void {
    this.#workers = this.#workers.filter((one) => one !== worker)
    worker.terminate()
  }
}

export const pageWorkers = new DecodeWorkers(systemClock)

/** @returns null if the page requires Trusted Types and does not allow the player's */
function workerAt(address: string): Worker | null {
  try {
    return new Worker(workerAddress(address))
  } catch {
    return null
  }
}
