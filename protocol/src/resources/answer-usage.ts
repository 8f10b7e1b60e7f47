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
