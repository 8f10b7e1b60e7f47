import { z } from 'zod'
import { until } from '../../harness/until.js'
import { BenchProgram } from '../programs/bench-program.js'
import type { Opening, Received } from './reception.js'
import type { Watched } from './watched.js'

const Openings = z.array(z.object({ firstPictureMs: z.number(), liveEdgeMs: z.number() }))
const AllReceived = z.array(
  z.object({
    latenciesMs: z.array(z.number()),
    bytes: z.number(),
    gaps: z.number(),
    reason: z.string().nullable(),
  }),
)

const wholeMs = 180_000

/** The process of some viewers, asked from here. */
export class Viewers implements AsyncDisposable {
  readonly #program = new BenchProgram('../live-view/viewers')

  /** Opens so many, each once the one before is at the live edge. @throws Error if one is refused, or not there within 30 s */
  open(watched: Watched, count: number): Promise<readonly Opening[]> {
    return this.#program.ask({ kind: 'open', watched, count }, Openings)
  }

  /** What each has received since this was asked for last, or since it was opened. */
  received(): Promise<readonly Received[]> {
    return this.#program.ask({ kind: 'received' }, AllReceived)
  }

  /** Resolves once each gets the stream that it asked for: a busy machine steps viewers down, for a minute. */
  async untilWhole(): Promise<void> {
    const isWhole = async () => (await this.received()).every(({ reason }) => reason === null)
    await until('every viewer gets the whole stream', isWhole, wholeMs)
  }

  /** None of them reads or acknowledges any more. */
  async freeze(): Promise<void> {
    await this.#program.ask({ kind: 'freeze' }, z.null())
  }

  async close(): Promise<void> {
    await this.#program.ask({ kind: 'close' }, z.null())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]()
  }
}
