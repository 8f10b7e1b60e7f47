import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { monotonicMs } from '../measure/monotonic.js'
import { serve } from '../programs/serve.js'

// The same body and headers, over TLS, by undici alone: nothing is read, signed, or written down.

const Question = z.object({
  url: z.string(),
  ca: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  inFlight: z.number().int(),
  seconds: z.number(),
})

let agent: Agent | null = null

serve(
  Question,
  async ({ url, ca, headers, body, inFlight, seconds }) => {
    const dispatcher = (agent ??= new Agent({ connect: { ca }, pipelining: 1 }))
    const began = monotonicMs()
    let requests = 0
    const over = new AbortController()
    const oneAfterTheOther = async () => {
      while (!over.signal.aborted) {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher })
        await answer.body.text()
        if (answer.statusCode !== 204) throw new Error(`the receiver answered ${answer.statusCode}`)
        requests += 1
      }
    }
    const all = Array.from({ length: inFlight }, () => oneAfterTheOther())
    await Promise.race([sleep(seconds * 1000), Promise.all(all)])
    over.abort()
    await Promise.all(all)
    return { perSec: requests / ((monotonicMs() - began) / 1000) }
  },
  async () => agent?.destroy(),
)
