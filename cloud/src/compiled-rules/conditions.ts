import type { ConditionFinding } from '@sightline/protocol'
import type { Evaluation } from './predicate/evaluate.js'

/** The conditions of a predicate with what they found, as they are stored and shown. */
export function findingsOf({ conditions }: Pick<Evaluation, 'conditions'>): ConditionFinding[] {
  return conditions.map(({ path, condition, held, why }) => ({
    path,
    condition,
    held: held === 'doubtful' ? held : held ? 'yes' : 'no',
    why,
  }))
}

/** Why the predicate said what it said, in a sentence. */
export function reasonOf(evaluation: Evaluation): string {
  const { outcome, conditions, met, of, missing } = evaluation
  if (outcome === 'match') return met === 1 ? 'its condition holds' : `all of ${of} conditions hold`
  const whys = conditions.filter(({ path }) => missing.includes(path)).map(({ why }) => why)
  const shown = whys.slice(0, 3).join('; ')
  const more = whys.length > 3 ? ` and ${whys.length - 3} more` : ''
  return `${met} of ${of} conditions hold; missing: ${shown}${more}`
}
