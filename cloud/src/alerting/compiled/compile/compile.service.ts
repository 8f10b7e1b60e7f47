import type { CompileRequest, CompileResult, Predicate } from '@sightline/protocol'
import type { Caller } from '../../../platform/caller.js'
import { TimeSlice } from '../../../platform/concurrency/time-slice.js'
import type { Platform } from '../../../platform/platform.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import { withDeadline } from '../../../platform/time/with-deadline.js'
import { shownUsage } from '../../../understanding/models/ai-usage.service.js'
import type {
  ChosenModel,
  ModelFailed,
  Models,
  ModelUsage,
  NoModel,
} from '../../../understanding/models/model.service.js'
import { conditionsOf } from '../predicate/walk.js'
import { checkAnswer } from './check-answer.js'
import { listNamedPlaces } from './compile.repository.js'
import { type Compiled, compileSentence, described, namesOf } from './compile-sentence.js'
import { compileQuestion, placesForModel, placesTold } from './model-question.js'
import { PlaceIndex } from './place-index.js'
import type { NamedPlace } from './reading.js'
import { saidWords } from './said-words.js'

interface CompileDeps extends Pick<Platform, 'database' | 'clock' | 'config'> {
  readonly models: Pick<Models, 'choose' | 'ask'>
}

/** Sentences of an organisation a minute: to hold one against some thousand names of places takes a while. */
const perMinute = 60

/** How long a person waits for a model before the rules alone answer. */
const modelWithinMs = 30_000

type ByModel =
  | { readonly kind: 'compiled'; readonly compiled: Compiled; readonly usage: ModelUsage }
  | { readonly kind: 'not'; readonly reason: string; readonly usage: ModelUsage | null }

/**
 * Turns a sentence into a predicate and stores nothing. A model does it where there is one and it is wanted; its answer
 * is checked and explained by us. Without one, or if it fails, rules alone do it, and a warning says why.
 * @throws AppError rate_limited if the organisation compiles, or asks models, too often
 */
export async function compileRule(
  deps: CompileDeps,
  caller: Caller,
  { sentence, use_model, timezone: zone }: CompileRequest,
): Promise<CompileResult> {
  const tooOften = 'too many sentences in this organisation; wait a moment'
  await requireToken(deps.database.lookup, { key: `rule-sentence:${caller.orgId}`, perMinute }, tooOften)
  const timezone = zone ?? null
  const places = await listNamedPlaces(deps.database.serving('reads').forOrg(caller.orgId), caller)
  const chosen = await deps.models.choose(caller.orgId)
  const asked = use_model ? await compileByModel(deps, caller, chosen, { sentence, places, timezone }) : null
  const timeSlice = new TimeSlice(deps.clock)
  const index = await PlaceIndex.build(places, timeSlice)
  const withWords = (compiled: Compiled) => ({
    ...compiled,
    words: saidWords(sentence, compiled, { index, places }),
  })
  await timeSlice.yieldIfSpent()
  if (asked?.kind === 'compiled')
    return { ...withWords(asked.compiled), compiled_by: 'model', ...shownUsage(asked.usage) }
  const compiled = compileSentence(sentence, places, timezone, index)
  // The sentence is read once more, against as many names.
  await timeSlice.yieldIfSpent()
  const warnings = [
    ...compiled.warnings,
    ...(asked ? [`compiled without a model: ${asked.reason}`] : []),
    ...(chosen.kind === 'none' && compiled.predicate && asksWhatIsSeen(compiled.predicate) ? [unseen] : []),
  ]
  return {
    ...withWords(compiled),
    warnings,
    compiled_by: 'deterministic',
    ...shownUsage(asked?.usage ?? null),
  }
}

const unseen =
  'no model looks at events: what is seen is known only where the camera itself reports it. All other events stay ' +
  'doubtful, and alert unless judge.in_doubt of the version is no_alert'

/** Whether only an analysis, or a camera that reports what it sees, can say if it is met. */
const asksWhatIsSeen = (predicate: Predicate): boolean =>
  conditionsOf(predicate).some(({ op }) => ['object', 'tag', 'confidence', 'severity', 'text'].includes(op))

/** What is to be compiled. */
interface Sentence {
  readonly sentence: string
  readonly places: readonly NamedPlace[]
  readonly timezone: string | null
}

async function compileByModel(
  deps: CompileDeps,
  { orgId }: Caller,
  chosen: ChosenModel | NoModel,
  { sentence, places, timezone }: Sentence,
): Promise<ByModel> {
  if (chosen.kind === 'none') return { kind: 'not', reason: chosen.reason, usage: null }
  const bucket = { key: `rule-compile:${orgId}`, perMinute: deps.config.questionsPerMinute }
  const tooMany =
    'too many sentences for the model in this organisation; wait a moment, or send use_model false'
  await requireToken(deps.database.lookup, bucket, tooMany)
  const shown = await placesForModel(sentence, places, new TimeSlice(deps.clock))
  const question = compileQuestion(sentence, shown)
  const outcome = await withDeadline(deps.clock, modelWithinMs, (signal) =>
    deps.models.ask(orgId, chosen, question, signal),
  )
  const { usage } = outcome
  if (outcome.kind === 'failed') return { kind: 'not', reason: reasonOf(outcome), usage }
  const checked = checkAnswer(outcome.value, sentence, places, timezone)
  if (!checked.predicate) return { kind: 'not', reason: 'the model found nothing that can be said', usage }
  const compiled = described({ ...checked, predicate: checked.predicate, names: namesOf(places) })
  const notShown = places.length - placesTold
  const warnings = notShown > 0 ? [`${notShown} cameras and sites were not told to the model`] : []
  return { kind: 'compiled', compiled: { ...compiled, warnings: [...compiled.warnings, ...warnings] }, usage }
}

function reasonOf({ fault, reason }: ModelFailed): string {
  return fault === 'aborted' ? 'the model did not answer in time' : reason
}
