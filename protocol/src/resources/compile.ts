import { z } from 'zod'
import { since } from './common.js'
import { answeredBy } from './model-usage.js'
import { ShownPredicate } from './predicate.js'
import { Timezone } from './timezone.js'

/** Body of `POST /api/v1/alert-rules/compile`. Unknown keys are refused. */
export const CompileRequest = z
  .strictObject({
    sentence: z
      .string()
      .trim()
      .min(1, 'say in a sentence what the rule is to look for')
      .max(1000, 'at most 1000 characters; say it shorter, or make several rules of it')
      .describe('What the rule is to look for, as one would tell a guard; English'),
    timezone: Timezone.optional().describe(
      'IANA name in which the times of the sentence are meant; that of the site of each event if absent',
    ),
    use_model: z
      .boolean()
      .default(true)
      .describe('false: never ask a model, even if the organisation has a provider'),
  })
  .meta({ id: 'CompileRequest' })

/** Some words of a sentence, and the conditions that they made. */
export const SaidWords = z
  .object({
    start: z
      .number()
      .int()
      .min(0)
      .describe('Where they begin, in UTF-16 units of the sentence without blanks around it'),
    end: z.number().int().min(1).describe('Where they end; the character there is no part of them'),
    paths: z
      .array(z.string())
      .describe('Where the conditions stand in the predicate: `where.of.1`; none: they are unexpressed'),
  })
  .meta({ id: 'SaidWords' })

/** Answer of `POST /api/v1/alert-rules/compile`. Nothing is stored. */
export const CompileResult = z
  .object({
    predicate: ShownPredicate.nullable().describe('null if nothing of the sentence was understood'),
    explanation: z.string().describe('What the predicate asks, in words, written from the predicate itself'),
    unexpressed: z
      .array(z.object({ words: z.string(), reason: z.string() }))
      .describe('What the predicate does not say, though the sentence does'),
    assumptions: z.array(z.string()).describe('What the sentence left open, and how it was read'),
    warnings: z.array(z.string()).describe('What deserves a look before the rule is used'),
    words: z
      .array(SaidWords)
      .describe('Which words made which condition, in their order, as far as that can be told')
      .meta(since('v1.4')),
    compiled_by: z.enum(['deterministic', 'model']),
    ...answeredBy,
  })
  .meta({ id: 'CompileResult' })

export type CompileRequest = z.infer<typeof CompileRequest>
export type SaidWords = z.infer<typeof SaidWords>
export type CompileResult = z.infer<typeof CompileResult>
