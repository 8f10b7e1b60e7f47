import { z } from 'zod'
import { until } from '../../harness/until.js'
import { monotonicMs } from '../measure/monotonic.js'
import { paced } from '../measure/paced.js'
import { percentile } from '../measure/statistics.js'
import { BenchProgram } from '../programs/bench-program.js'
import type { ListeningOrg } from './listening-orgs.js'

/** How many listen in each organisation, and how often something changes in one of them. */
export const notices = { listenersEach: 10, perSec: 200 }

/** Who changes something at once: as many as a node has clients of PostgreSQL for. */
export const writers = 8

const Heard = z.array(z.object({ id: z.string(), atMs: z.number() }))

export interface Delays {
  readonly p50Ms: number
  readonly p99Ms: number
}

/** From when a change was begun, and from when it was known to be committed, until somebody heard of it. */
export interface Turn {
  readonly begun: Delays
  readonly committed: Delays
}

/** Changes one event. Resolves once that is committed. */
export type Change = (org: ListeningOrg, eventId: string) => Promise<void>

/** Those who listen at one place. */
export class NoticeAudience implements AsyncDisposable {
  readonly #program: BenchProgram
  readonly #seeded: readonly ListeningOrg[]

  private constructor(program: BenchProgram, seeded: readonly ListeningOrg[]) {
    this.#program = program
    this.#seeded = seeded
  }

  static async open(origin: string, seeded: readonly ListeningOrg[]): Promise<NoticeAudience> {
    const program = new BenchProgram('../notices/listeners')
    const keys = seeded.map(({ key }) => key)
    await program.ask({ kind: 'listen', origin, keys, each: notices.listenersEach }, z.number())
    return new NoticeAudience(program, seeded)
  }

  /** Changes events, of each organisation in turn, until everybody has heard of each. */
  async turn(count: number, change: Change): Promise<Turn> {
    await this.#program.ask({ kind: 'take' }, Heard)
    const begun = new Map<string, number>()
    const committed = new Map<string, number>()
    const lanes = Array.from({ length: writers }, () => Promise.resolve())
    await paced({ perSec: notices.perSec, count }, async (index) => {
      const org = this.#seeded[index % this.#seeded.length]
      const id = org?.eventIds[Math.floor(index / this.#seeded.length)]
      if (org === undefined || id === undefined) throw new Error('fewer events than changes')
      const lane = index % writers
      const done = (lanes[lane] ?? Promise.resolve()).then(async () => {
        begun.set(id, monotonicMs())
        await change(org, id)
        committed.set(id, monotonicMs())
      })
      lanes[lane] = done
      await done
    })
    await until('everybody has heard of every change', async () => {
      return (await this.#program.ask({ kind: 'count' }, z.number())) >= count * notices.listenersEach
    })
    const heard = await this.#program.ask({ kind: 'take' }, Heard)
    return { begun: delaysOf(heard, begun), committed: delaysOf(heard, committed) }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#program[Symbol.asyncDispose]()
  }
}

function delaysOf(heard: z.infer<typeof Heard>, since: ReadonlyMap<string, number>): Delays {
  // A notice may be here before the answer is.
  const delaysMs = heard.map(({ id, atMs }) => Math.max(0, atMs - (since.get(id) ?? Number.NaN)))
  return { p50Ms: percentile(delaysMs, 50), p99Ms: percentile(delaysMs, 99) }
}
