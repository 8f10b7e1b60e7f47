import { type MeasuredRules, startMeasuredRules } from '@sightline/cloud/measuring'
import { z } from 'zod'
import { monotonicMs } from '../measure/monotonic.js'
import { serve } from '../programs/serve.js'

// The rules that fire on events, found by the index and by trying all, in a process of its own.

const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), databaseUrl: z.string(), rules: z.number().int() }),
  z.object({
    kind: z.literal('find'),
    how: z.enum(['find', 'scan', 'findHeld', 'scanHeld']),
    seconds: z.number(),
  }),
])

let rules: MeasuredRules | null = null

serve(
  Question,
  async (question) => {
    if (question.kind === 'open') {
      rules = await startMeasuredRules(question.databaseUrl, question.rules)
      return { isOpen: true }
    }
    if (rules === null) throw new Error('the rules are not open')
    return find(rules, question.how, question.seconds)
  },
  async () => rules?.[Symbol.asyncDispose](),
)

/** One event after the other, as the transactions of one organisation come. */
async function find(of: MeasuredRules, how: 'find' | 'scan' | 'findHeld' | 'scanHeld', seconds: number) {
  const began = monotonicMs()
  const until = began + seconds * 1000
  let [events, fired] = [0, 0]
  while (monotonicMs() < until) {
    const found = of[how](events)
    fired += typeof found === 'number' ? found : await found
    events += 1
  }
  return { perSec: events / ((monotonicMs() - began) / 1000), firedEach: fired / events }
}
