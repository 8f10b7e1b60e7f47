import { z } from 'zod'
import { BenchProgram } from '../programs/bench-program.js'
import type { BenchCamera } from './bench-cameras.js'

const Facts = z.object({ events: z.number(), ringBytes: z.number() })
/** Movements that were told since the cameras were named, and the bytes in all rings. */
export type ReceiverFacts = z.infer<typeof Facts>

/** The product receiving cameras into their rings, in a process of its own. */
export class Receiver implements AsyncDisposable {
  readonly #program = new BenchProgram('receive')

  get pid(): number {
    return this.#program.pid
  }

  /**
   * Receives these from now on, and no others; resolves once packets flow.
   * @param ffmpegPath what decodes for the motion watch; null: nothing is watched
   * @returns how things were before
   */
  receive(cameras: readonly BenchCamera[], ffmpegPath: string | null): Promise<ReceiverFacts> {
    return this.#program.ask({ receive: { cameras, ffmpegPath } }, Facts)
  }

  facts(): Promise<ReceiverFacts> {
    return this.#program.ask({ receive: null }, Facts)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]()
  }
}
