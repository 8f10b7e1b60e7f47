import { type MeasuredTurns, startMeasuredTurns } from '@sightline/cloud/measuring'
import { z } from 'zod'
import { serve } from '../programs/serve.js'

// The API with ten thousand of everything, in a process of its own, whose event loop is watched.

const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), databaseUrl: z.string() }),
  z.object({ kind: z.literal('ask'), name: z.string() }),
])

let turns: MeasuredTurns | null = null

serve(
  Question,
  async (question) => {
    if (question.kind === 'open') {
      turns = await startMeasuredTurns(question.databaseUrl)
      return { names: turns.names }
    }
    if (turns === null) throw new Error('the API is not open')
    return { longestMs: await turns.ask(question.name) }
  },
  async () => turns?.[Symbol.asyncDispose](),
)
