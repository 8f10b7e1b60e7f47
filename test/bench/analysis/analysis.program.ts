import { type MeasuredAnalysis, type MeasuredEvent, startMeasuredAnalysis } from '@sightline/cloud/measuring'
import { z } from 'zod'
import { serve } from '../programs/serve.js'

// The analysis of events in a process of its own, one event after the other.

const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), databaseUrl: z.string(), thinkMs: z.number() }),
  z.object({ kind: z.literal('analyse'), events: z.number().int() }),
])

let analysis: MeasuredAnalysis | null = null

serve(
  Question,
  async (question) => {
    if (question.kind === 'open') {
      analysis = await startMeasuredAnalysis(question.databaseUrl, question.thinkMs)
      return { isOpen: true }
    }
    if (analysis === null) throw new Error('the analysis is not open')
    const analysed: MeasuredEvent[] = []
    for (let turn = 0; turn < question.events; turn += 1) analysed.push(await analysis.analyse())
    return analysed
  },
  async () => analysis?.[Symbol.asyncDispose](),
)
