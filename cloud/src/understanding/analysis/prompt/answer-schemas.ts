import { Severity } from '@sightline/protocol'
import { z } from 'zod'

/**
 * What a model is asked to answer. The bounds here are wide: they refuse what is no answer at all. What is kept of it
 * `clean-answer.ts` decides.
 */
const Fraction = z.number().min(0).max(1)

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

const Picture = z.number().int()

const Text = z.string().max(20_000)
const Word = z.string().max(500)

export const AnalysisAnswer = z.object({
  summary: Text,
  narrative: Text,
  tags: z.array(Word).max(200),
  severity: Severity,
  confidence: Fraction,
  objects: z
    .array(
      z.object({
        label: Word,
        count: z.number().int().min(1).max(10_000),
        confidence: Fraction,
        picture: Picture.nullable(),
        box: Box.nullable(),
      }),
    )
    .max(200),
  faces: z.array(z.object({ picture: Picture, box: Box.nullable() })).max(200),
  evidence: z.array(z.object({ picture: Picture, shows: Text })).max(200),
})

export const TriageAnswer = z.object({
  closer_look: z.boolean(),
  reason: Text,
  summary: Text,
  tags: z.array(Word).max(200),
  severity: Severity,
  confidence: Fraction,
})

export type AnalysisAnswer = z.infer<typeof AnalysisAnswer>
export type TriageAnswer = z.infer<typeof TriageAnswer>

/** Tokens that an answer may have. */
export const answerTokens = { analysis: 2_000, triage: 400 } as const
