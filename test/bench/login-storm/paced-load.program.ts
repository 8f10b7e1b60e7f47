import { Agent, request } from 'undici'
import { z } from 'zod'
import { monotonicMs } from '../measure/monotonic.js'
import { paced } from '../measure/paced.js'
import { percentile } from '../measure/statistics.js'
import { serve } from '../programs/serve.js'

// Asks an address at an even pace, however long the answers take, and says how long they took.

const Question = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  perSec: z.number(),
  seconds: z.number(),
})

const agent = new Agent({ pipelining: 1 })

serve(
  Question,
  async ({ url, headers, perSec, seconds }) => {
    const tookMs: number[] = []
    await paced({ perSec, count: Math.round(perSec * seconds) }, async () => {
      const began = monotonicMs()
      const answer = await request(url, { headers, dispatcher: agent })
      await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`the list answered ${answer.statusCode}`)
      tookMs.push(monotonicMs() - began)
    })
    return { p50Ms: percentile(tookMs, 50), p99Ms: percentile(tookMs, 99) }
  },
  () => agent.destroy(),
)
