import type { Predicate } from '@sightline/protocol'
import type { Db } from '../../../platform/database/handles.js'
import { invalid } from '../../../platform/errors.js'
import { plainText } from '../../../understanding/labels/label.service.js'
import { requireCamerasAndSites } from '../../rules/camera-event-rule.service.js'
import { conditionsOf, idsOf } from '../predicate/walk.js'

/**
 * Whatever a predicate names must be of the organisation; if not, it does not exist for the caller. A word that nothing
 * can be called is refused.
 * @throws AppError missing; invalid
 */
export async function requireNamed(db: Db, orgId: string, predicate: Predicate): Promise<void> {
  const nameless = conditionsOf(predicate)
    .flatMap((condition) =>
      condition.op === 'object' ? condition.label : condition.op === 'tag' ? condition.in : [],
    )
    .find((word) => plainText(word) === '')
  if (nameless !== undefined)
    throw invalid(`"${nameless}" can match nothing: a label or tag has a letter or a digit`)
  await requireCamerasAndSites(db, orgId, idsOf(predicate))
}
