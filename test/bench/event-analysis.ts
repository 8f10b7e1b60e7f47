import { z } from 'zod'
import type { BenchRow, Finding, Outcome } from './bench-row.js'
import { percentile } from './measure/statistics.js'
import { BenchProgram } from './programs/bench-program.js'
import { BenchService } from './service/bench-service.js'
import { figure } from './table.js'

const thinkMs = 500
const goals = { queuedMs: 100, ownMs: 150 }

const Analysed = z.array(
  z.object({
    queuedMs: z.number(),
    wholeMs: z.number(),
    modelMs: z.number(),
    picturesMs: z.number(),
    pictures: z.number(),
  }),
)

/** Row 25: what the cloud takes for the analysis of an event beside the model. */
export const eventAnalysis: BenchRow = {
  number: 25,
  title: 'analysis of an event',
  async measure(bench): Promise<Outcome> {
    bench.say('starting the cloud, a model and a clip')
    await using service = await BenchService.start(bench.folder)
    await using program = new BenchProgram('../analysis/analysis')
    await program.ask(
      { kind: 'open', databaseUrl: service.databaseUrl, thinkMs },
      z.object({ isOpen: z.boolean() }),
    )
    const analyse = (events: number) => program.ask({ kind: 'analyse', events }, Analysed)
    await analyse(2)
    const events = bench.quick ? 10 : 40
    bench.say(`${events} events, one after the other`)
    const analysed = await analyse(events)
    const own = analysed.map(({ wholeMs, modelMs, picturesMs }) => wholeMs - modelMs - picturesMs)
    return {
      kind: 'measured',
      findings: [
        findingOf(
          `${this.title}, queued with its clip`,
          analysed.map(({ queuedMs }) => queuedMs),
          goals.queuedMs,
        ),
        findingOf(`${this.title}, without model and pictures`, own, goals.ownMs),
        findingOf(
          `${this.title}, without the model`,
          analysed.map(({ wholeMs, modelMs }) => wholeMs - modelMs),
          null,
        ),
      ],
      notes: [
        `row 25: multi_frame, ${analysed[0]?.pictures ?? 0} pictures of a clip of 14 s at 1280x720, the model thinks for ${thinkMs} ms`,
      ],
      postgres: service.postgres,
    }
  },
}

function findingOf(metric: string, ms: readonly number[], goalMs: number | null): Finding {
  const p95 = percentile(ms, 95)
  return {
    metric,
    product: `p50 ${figure(percentile(ms, 50))} ms, p95 ${figure(p95)} ms of ${ms.length}`,
    reference: 'none',
    ratio: '',
    goal: goalMs === null ? 'none: decoding' : `at most ${goalMs} ms`,
    holds: goalMs === null || p95 <= goalMs,
  }
}
