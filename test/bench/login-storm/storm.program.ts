import { Agent, request } from 'undici'
import { z } from 'zod'
import { paced } from '../measure/paced.js'
import { serve } from '../programs/serve.js'

// Wrong passwords at an even pace, each time from the next of many addresses, as a proxy in front would tell them.

const Question = z.object({
  origin: z.string(),
  perSec: z.number(),
  seconds: z.number(),
  addresses: z.number().int(),
  /** Tells the storms of a run apart, so that each tries addresses that are not locked. */
  round: z.number().int(),
})

const agent = new Agent({ pipelining: 1 })

serve(
  Question,
  async ({ origin, perSec, seconds, addresses, round }) => {
    const statuses: Record<string, number> = {}
    await paced({ perSec, count: Math.round(perSec * seconds) }, async (index) => {
      const answer = await request(`${origin}/api/v1/auth/login`, {
        method: 'POST',
        dispatcher: agent,
        headers: {
          'content-type': 'application/json',
          // RFC 5737 keeps these for examples.
          'x-forwarded-for': `198.51.100.${1 + (index % addresses)}`,
        },
        body: JSON.stringify({ email: `person-${round}-${index}@example.com`, password: 'Wrong-Passw0rd' }),
      })
      await answer.body.dump()
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
    })
    return statuses
  },
  () => agent.destroy(),
)
