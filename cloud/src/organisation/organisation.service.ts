export { aiSettingsOf, type OrganisationAi, openProviderKey } from './ai-settings.js'
export { type CreatedOrganisation, createOrganisation, type NewOrganisation } from './create-organisation.js'
export { hasOrganisation, listOrganisationIds } from './organisation.repository.js'
export { getOrganisation, updateOrganisation } from './organisation-settings.js'

import type { Db, Tx } from '../platform/database/database.js'
import { missing } from '../platform/errors.js'
import { findOrganisation, findTimezone, lockOrganisationRow } from './organisation.repository.js'

/** The IANA time zone in which the organisation's days begin and end; UTC unless it chose another. */
export async function timezoneOf(db: Db, orgId: string): Promise<string> {
  return (await findTimezone(db, orgId)) ?? 'UTC'
}

/** How the organisation calls itself. */
export async function organisationName(db: Db, orgId: string): Promise<string> {
  const row = await findOrganisation(db, orgId)
  if (!row) throw missing('organisation')
  return row.name
}

/**
 * Makes those who decide on the organisation as a whole, such as who its last owner is, wait for each other until
 * the transaction ends.
 */
export async function lockOrganisation(tx: Tx, orgId: string): Promise<void> {
  await lockOrganisationRow(tx, orgId)
}
