import { type Predicate, StoredPredicate, withZones } from '@sightline/protocol'
import { storedTimezone } from '../../../platform/time/stored-timezone.js'
import type { Evaluation } from './evaluate.js'

/** The predicate of a version as this release reads it; one that it cannot read has a flaw, in words. */
export type ReadPredicate =
  | { readonly kind: 'read'; readonly predicate: Predicate }
  | { readonly kind: 'unreadable'; readonly flaw: string }

/**
 * Reads what is stored of a version, whichever release wrote it: what one version says keeps no other from being read. Zones that are
 * names no more get those of today.
 */
export function readPredicate(stored: unknown): ReadPredicate {
  const { data, error } = StoredPredicate.safeParse(stored)
  if (!data) {
    const [issue] = error.issues
    const place = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
    return {
      kind: 'unreadable',
      flaw: `it cannot be read here: ${place}${issue?.message ?? 'it is no predicate'}`,
    }
  }
  const where = withZones(data.where, (zone) => storedTimezone(zone) ?? zone)
  return { kind: 'read', predicate: { version: data.version, where } }
}

/** The predicate, or undefined where it cannot be read. */
export function readableOf(stored: unknown): Predicate | undefined {
  const read = readPredicate(stored)
  return read.kind === 'read' ? read.predicate : undefined
}

/** Nobody knows what a predicate asks that cannot be read, so that what comes of doubt comes of each event. */
export const unreadableEvaluation: Evaluation = {
  outcome: 'doubtful',
  conditions: [],
  met: 0,
  of: 0,
  missing: [],
}
