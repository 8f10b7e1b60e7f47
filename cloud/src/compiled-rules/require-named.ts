import type { Predicate } from '@sightline/protocol'
import { countNamed } from '../alerts/judged-rules.service.js'
import type { Db } from '../platform/database/database.js'
import { missing } from '../platform/errors.js'
import { idsOf } from './predicate/walk.js'

/**
 * Whatever a predicate names must be of the organisation; if not, it does not exist for the caller.
 * @throws AppError missing
 */
export async function requireNamed(db: Db, orgId: string, predicate: Predicate): Promise<void> {
  const { cameras, sites } = idsOf(predicate)
  if ((await countNamed(db, orgId, 'cameras', cameras)) < cameras.length) throw missing('camera')
  if ((await countNamed(db, orgId, 'sites', sites)) < sites.length) throw missing('site')
}
