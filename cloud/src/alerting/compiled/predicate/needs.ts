import { createHash } from 'node:crypto'
import type { Predicate } from '@sightline/protocol'
import type { Insertable } from 'kysely'
import { labelTable } from '../../../understanding/labels/label.service.js'
import type { CompiledRuleVersionTable } from '../compiled-rule.table.js'
import { necessaryConditions } from './necessary.js'

/**
 * Names the table of labels of this release. Which labels an event is found by depends on it, so that what was stored
 * under another table is not asked for labels.
 */
export const labelsKnown = createHash('sha256')
  .update(JSON.stringify(labelTable))
  .digest('base64url')
  .slice(0, 16)

type Needs = Pick<
  Insertable<CompiledRuleVersionTable>,
  'needs_cameras' | 'needs_sites' | 'needs_categories' | 'needs_labels' | 'labels_known'
>

/** What an event must have for the predicate to be met or in doubt, as it is stored beside it and looked up by. */
export function needsOf(predicate: Predicate): Needs {
  const { cameras, sites, categories, labels } = necessaryConditions(predicate)
  return {
    needs_cameras: cameras && [...cameras],
    needs_sites: sites && [...sites],
    needs_categories: categories && [...categories],
    needs_labels: labels && [...labels],
    labels_known: labelsKnown,
  }
}
