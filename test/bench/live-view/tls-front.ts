import { z } from 'zod'
import { makeCertificate } from '../../fakes/webhook-receiver/index.js'
import { BenchProgram } from '../programs/bench-program.js'
import type { Watched } from './watched.js'

/** A reverse proxy that ends TLS before what is watched: the cloud does not speak it itself. */
export class WatchedOverTls implements AsyncDisposable {
  readonly watched: Watched
  readonly #front: BenchProgram

  private constructor(front: BenchProgram, watched: Watched) {
    this.#front = front
    this.watched = watched
  }

  static async start(watched: Watched): Promise<WatchedOverTls> {
    const front = new BenchProgram('../live-view/tls-front')
    try {
      const { cert, key } = await makeCertificate()
      const { port, pathname } = new URL(watched.kind === 'bare' ? watched.address : watched.origin)
      const { host } = await front.ask({ cert, key, port: Number(port) }, z.object({ host: z.string() }))
      const there =
        watched.kind === 'bare'
          ? { ...watched, address: `wss://${host}${pathname}`, ca: cert }
          : { ...watched, origin: `https://${host}`, ca: cert }
      return new WatchedOverTls(front, there)
    } catch (error) {
      await front[Symbol.asyncDispose]()
      throw error
    }
  }

  /** The proxy's process. */
  get pid(): number {
    return this.#front.pid
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#front[Symbol.asyncDispose]()
  }
}
