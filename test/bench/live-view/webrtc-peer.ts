import { z } from 'zod'
import type { BenchCamera } from '../cameras/bench-cameras.js'
import { BenchProgram } from '../programs/bench-program.js'

/** The other reference of live view: WebRTC from the site to the page, by a program that receives the camera itself. */
export class WebRtcPeer implements AsyncDisposable {
  /** Where it takes offers, by POST. */
  readonly address: string
  readonly #program: BenchProgram

  private constructor(program: BenchProgram, address: string) {
    this.#program = program
    this.address = address
  }

  /** Resolves once packets flow. */
  static async start(camera: BenchCamera): Promise<WebRtcPeer> {
    const program = new BenchProgram('../live-view/webrtc-peer')
    try {
      const { url } = await program.ask({ camera }, z.object({ url: z.string() }))
      return new WebRtcPeer(program, url)
    } catch (error) {
      await program[Symbol.asyncDispose]()
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]()
  }
}
