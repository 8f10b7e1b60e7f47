import { z } from 'zod'

/** Who gave an answer that a model was asked for, and what that took. Each is null if no model was asked. */
export const answeredBy = {
  provider: z.string().nullable(),
  model: z.string().nullable(),
  usage: z
    .object({
      calls: z.number().int().min(0).describe('Requests to the provider, repeats and corrections too'),
      input_tokens: z.number().int().min(0).nullable().describe('null: the provider did not count them'),
      output_tokens: z.number().int().min(0).nullable(),
      cost_usd: z
        .number()
        .min(0)
        .nullable()
        .describe('null: no price is set, or the provider counted no tokens'),
      latency_ms: z.number().int().min(0),
    })
    .meta({ id: 'AnswerUsage' })
    .nullable()
    .describe('What asking a model took; null if none was asked'),
}

const count = z.number().int().min(0)

/** What several requests to models took together. */
export const usageSums = {
  calls: count.describe('Requests that were sent to models, repeats and corrections too'),
  failed_calls: count.describe('Those without a usable answer'),
  unpriced_calls: count.describe('Those that a model worked on and whose cost is not known'),
  input_tokens: count.nullable().describe('null: no provider counted them'),
  output_tokens: count.nullable(),
  cost_usd: z.number().min(0).nullable().describe('null: no price is set for any of them'),
}
