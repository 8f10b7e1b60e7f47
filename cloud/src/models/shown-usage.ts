import type { EventAnswer } from '@sightline/protocol'
import type { ModelUsage } from './outcome.js'

/** Who gave an answer and what that took, as answers of the API carry it. */
type ShownUsage = Pick<EventAnswer, 'provider' | 'model' | 'usage'>

/** @param usage null if no model was asked */
export function shownUsage(usage: ModelUsage | null): ShownUsage {
  if (!usage) return { provider: null, model: null, usage: null }
  const { provider, model, calls, inputTokens, outputTokens, cost, latencyMs } = usage
  return {
    provider,
    model,
    usage: {
      calls,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cost_usd: cost,
      latency_ms: Math.round(latencyMs),
    },
  }
}
