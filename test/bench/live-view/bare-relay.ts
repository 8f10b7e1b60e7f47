import { z } from 'zod'
import type { BenchCamera } from '../cameras/bench-cameras.js'
import { BenchProgram } from '../programs/bench-program.js'
import type { BareStream } from './watched.js'

const BareFormat = z.object({ codec: z.string(), description: z.string() })
/** How a decoder of its packets is configured: WebCodecs. */
export type BareFormat = z.infer<typeof BareFormat>

/** The reference of live view: a bare relay in a process of its own, and another one that feeds it with a camera. */
export class BareRelay implements AsyncDisposable {
  readonly watched: BareStream
  readonly format: BareFormat
  readonly #relay: BenchProgram
  readonly #agent: BenchProgram

  private constructor(relay: BenchProgram, agent: BenchProgram, at: { url: string; format: BareFormat }) {
    this.#relay = relay
    this.#agent = agent
    this.format = at.format
    this.watched = { kind: 'bare', address: `${at.url}/watch` }
  }

  /** Resolves once packets flow. */
  static async start(camera: BenchCamera): Promise<BareRelay> {
    const relay = new BenchProgram('../live-view/bare-relay')
    const agent = new BenchProgram('../live-view/bare-agent')
    try {
      const { url } = await relay.ask({}, z.object({ url: z.string() }))
      const format = await agent.ask({ feed: `${url}/feed`, camera }, BareFormat)
      return new BareRelay(relay, agent, { url, format })
    } catch (error) {
      await agent[Symbol.asyncDispose]()
      await relay[Symbol.asyncDispose]()
      throw error
    }
  }

  /** The relaying process, without the one that receives the camera. */
  get pid(): number {
    return this.#relay.pid
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent[Symbol.asyncDispose]()
    await this.#relay[Symbol.asyncDispose]()
  }
}
