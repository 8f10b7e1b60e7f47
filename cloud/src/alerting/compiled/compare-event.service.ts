import type { ConditionFinding } from '@sightline/protocol'
import { TimeSlice } from '../../platform/concurrency/time-slice.js'
import type { Db } from '../../platform/database/handles.js'
import type { Clock } from '../../platform/time/clock.js'
import type { EventFacts } from '../../understanding/analysis/facts/event-facts.table.js'
import { evaluate } from './predicate/evaluate.js'
import { findingsOf } from './predicate/findings.js'
import { readableOf, unreadableEvaluation } from './predicate/stored-predicate.js'
import { readVersions } from './versions/compiled-version.repository.js'

/** What a compiled version would say of an event. */
export interface VersionComparison {
  readonly conditions: readonly ConditionFinding[]
  /** Conditions on the nearest way to a match, and the paths of those that are missing, doubtful ones among them. */
  readonly of: number
  readonly missing: readonly string[]
}

/**
 * What compiled versions would say of an event as it is now, by their ids. Nothing is stored, and no model is asked.
 * Others have their turn meanwhile.
 */
export async function compareWithVersions(
  { db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'monotonic'> },
  orgId: string,
  versionIds: readonly string[],
  facts: EventFacts,
): Promise<Map<string, VersionComparison>> {
  const timeSlice = new TimeSlice(clock)
  const compared = new Map<string, VersionComparison>()
  for (const [id, { predicate }] of await readVersions(db, orgId, versionIds)) {
    await timeSlice.yieldIfSpent()
    const readable = readableOf(predicate)
    const evaluation = readable ? evaluate(readable, facts) : unreadableEvaluation
    compared.set(id, {
      conditions: findingsOf(evaluation),
      of: evaluation.of,
      missing: evaluation.missing,
    })
  }
  return compared
}
