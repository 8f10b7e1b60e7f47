import { ConditionFinding, type Predicate } from '@sightline/protocol'
import { z } from 'zod'
import type { Evaluation } from './evaluate.js'
import { conditionsOf } from './walk.js'

/**
 * What the conditions found, as a verdict keeps it, in the order in which they are written. The conditions themselves
 * stand in its version, which never changes: a thousand verdicts a day do not copy them.
 */
export const KeptFindings = z.array(ConditionFinding.omit({ condition: true }))
export type KeptFindings = z.infer<typeof KeptFindings>

export function keptFindings(evaluation: Pick<Evaluation, 'conditions'>): KeptFindings {
  return findingsOf(evaluation).map(({ path, held, why }) => ({ path, held, why }))
}

/** What was kept, with the conditions of the version that it is about. */
export function shownFindings(kept: KeptFindings, predicate: Predicate): ConditionFinding[] {
  const conditions = conditionsOf(predicate)
  return kept.flatMap((finding, index) => {
    const condition = conditions[index]
    return condition ? [{ ...finding, condition }] : []
  })
}

/** The conditions of a predicate with what they found, as they are shown. */
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
