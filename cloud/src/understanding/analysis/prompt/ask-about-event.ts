import { type AnalysisResult, severityRank } from '@sightline/protocol'
import type { z } from 'zod'
import { type Secrets, secretsOf } from '../../models/fencing/leaks.service.js'
import type {
  ChosenModel,
  ModelFailed,
  ModelPicture,
  ModelQuestion,
  Models,
  ModelUsage,
} from '../../models/model.service.js'
import type { JpegPicture, TakenPicture } from '../../pictures/taken-picture.service.js'
import { AnalysisAnswer, answerTokens, TriageAnswer } from './answer-schemas.js'
import { type AnswerContext, cleanAnswer, cleanTriage } from './clean-answer.js'
import {
  analysisInstructions,
  type PromptFacts,
  pictureLabel,
  promptFacts,
  triageInstructions,
} from './prompt.js'

/** What an organisation's model is asked about an event. */
interface EventQuestion {
  readonly orgId: string
  readonly eventId: string
  readonly chosen: ChosenModel
  readonly facts: PromptFacts
  readonly pictures: readonly TakenPicture[]
  /** Makes the small ones of all of them, in their order. */
  readonly makeSmall: () => Promise<readonly JpegPicture[]>
  readonly passMode: 'one_pass' | 'two_pass'
  /** Stands in for a summary of which nothing is left. */
  readonly fallback: string
}

/** What came of it. `usages`: of each question that was asked. */
export type EventAnswer = { readonly usages: readonly ModelUsage[] } & (
  | {
      readonly kind: 'answered'
      readonly result: AnalysisResult
      readonly depth: 'triage' | 'full'
      readonly notes: readonly string[]
    }
  | { readonly kind: 'failed'; readonly failure: ModelFailed }
)

const triageNote = 'Judged by small pictures alone, which showed nothing that is worth a closer look.'
const leakNote = 'Parts of the answer repeated the question and were left out.'

/**
 * Asks about the pictures, in two passes where that is set: small ones first, and the large ones only if they are worth
 * it. A triage that is unsure, or that speaks of anything from `medium` on, never ends the matter.
 */
export async function askAboutEvent(
  models: Pick<Models, 'ask'>,
  question: EventQuestion,
  signal: AbortSignal,
): Promise<EventAnswer> {
  const texts = promptFacts(question.facts)
  const context: AnswerContext = {
    pictures: question.pictures.length,
    secrets: eventSecrets(texts, question.facts.pack),
    fallback: question.fallback,
  }
  const usages: ModelUsage[] = []
  const ask = async <T>(
    what: Pick<ModelQuestion<T>, 'purpose' | 'instructions'>,
    pictures: ModelPicture[],
    answer: z.ZodType<T>,
  ) => {
    const maxOutputTokens = what.purpose === 'triage' ? answerTokens.triage : answerTokens.analysis
    const { orgId, eventId, chosen } = question
    const content = [...texts, ...pictures]
    const outcome = await models.ask(
      orgId,
      chosen,
      { ...what, eventId, content, answer, maxOutputTokens },
      signal,
    )
    usages.push(outcome.usage)
    return outcome
  }

  if (question.passMode === 'two_pass') {
    const small = await question.makeSmall()
    const pictures = small.map((jpeg, at) => labelled(jpeg, at, question.pictures[at]))
    const triage = await ask({ purpose: 'triage', instructions: triageInstructions }, pictures, TriageAnswer)
    if (triage.kind === 'failed') return { kind: 'failed', failure: triage, usages }
    if (!needsCloserLook(triage.value)) {
      const { result, leaked } = cleanTriage(triage.value, context)
      return { kind: 'answered', result, depth: 'triage', notes: [triageNote, ...noteOf(leaked)], usages }
    }
  }
  const pictures = question.pictures.map((picture, at) => labelled(picture.large, at, picture))
  const analysis = await ask(
    { purpose: 'analysis', instructions: analysisInstructions },
    pictures,
    AnalysisAnswer,
  )
  if (analysis.kind === 'failed') return { kind: 'failed', failure: analysis, usages }
  const { result, leaked } = cleanAnswer(analysis.value, context)
  return { kind: 'answered', result, depth: 'full', notes: noteOf(leaked), usages }
}

/**
 * What an answer must not repeat: what we say of an event in either pass, and the camera's prompt pack, which not
 * everybody may read who reads events.
 */
export function eventSecrets(content: readonly string[], pack: string | null): Secrets {
  const instructions = [analysisInstructions, triageInstructions]
  return secretsOf({ instructions, content, confided: pack === null ? [] : [pack] })
}

/** The word of the small pictures ends it only where it is sure and holds nothing. */
function needsCloserLook({
  closer_look: wanted,
  severity,
  confidence,
}: Pick<TriageAnswer, 'closer_look' | 'severity' | 'confidence'>): boolean {
  return wanted || confidence < 0.5 || severityRank(severity) >= severityRank('medium')
}

function labelled(
  { jpeg, width, height }: JpegPicture,
  at: number,
  picture: TakenPicture | undefined,
): ModelPicture {
  return { jpeg, width, height, label: pictureLabel(at + 1, picture?.offsetSec ?? null) }
}

const noteOf = (leaked: boolean): string[] => (leaked ? [leakNote] : [])
