export { type CreatedOrganisation, createOrganisation, type NewOrganisation } from './create-organisation.js'
export { hasOrganisation } from './organisation.repository.js'

import type { Db } from '../platform/database/database.js'
import { findTimezone } from './organisation.repository.js'

/** The IANA time zone in which the organisation's days begin and end; UTC unless it chose another. */
export async function timezoneOf(db: Db, orgId: string): Promise<string> {
  return (await findTimezone(db, orgId)) ?? 'UTC'
}
