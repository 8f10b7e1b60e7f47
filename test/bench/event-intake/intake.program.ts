import { type MeasuredIntake, startMeasuredIntake } from '@sightline/cloud/measuring'
import { z } from 'zod'
import { monotonicMs } from '../measure/monotonic.js'
import { percentile } from '../measure/statistics.js'
import { serve } from '../programs/serve.js'

// The cloud's intake in a process of its own, given events by callers that each wait for their COMMIT.

const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), databaseUrl: z.string() }),
  z.object({ kind: z.literal('take'), inFlight: z.number().int(), seconds: z.number() }),
])

let intake: MeasuredIntake | null = null

serve(
  Question,
  async (question) => {
    if (question.kind === 'open') {
      intake = await startMeasuredIntake(question.databaseUrl)
      const { orgId, siteId, gatewayId, cameraIds } = intake
      return { orgId, siteId, gatewayId, cameraIds }
    }
    if (intake === null) throw new Error('the intake is not open')
    return take(intake, question.inFlight, question.seconds)
  },
  async () => intake?.[Symbol.asyncDispose](),
)

async function take(from: MeasuredIntake, inFlight: number, seconds: number) {
  const tookMs: number[] = []
  const began = monotonicMs()
  const until = began + seconds * 1000
  const caller = async () => {
    for (let now = monotonicMs(); now < until; ) {
      await from.take(tookMs.length)
      const after = monotonicMs()
      tookMs.push(after - now)
      now = after
    }
  }
  await Promise.all(Array.from({ length: inFlight }, caller))
  return { perSec: tookMs.length / ((monotonicMs() - began) / 1000), p99Ms: percentile(tookMs, 99) }
}
