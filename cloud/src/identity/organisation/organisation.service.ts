export { hasOrganisation, listOrganisationIds } from './organisation.repository.js'

import type { Db, Tx } from '../../platform/database/handles.js'
import { missing } from '../../platform/errors.js'
import { isDay } from '../../platform/time/date-range.js'
import { clockZone } from '../../platform/time/stored-timezone.js'
import { findOrganisation, findTimezone, lockOrganisationRow } from './organisation.repository.js'

/** The IANA time zone in which the organisation's days begin and end; UTC unless it chose another. */
export async function timezoneOf(db: Db, orgId: string): Promise<string> {
  return clockZone((await findTimezone(db, orgId)) ?? 'UTC')
}

/** The zone in which dates without a time are meant: nobody asks for it where none of these is one. */
export async function zoneOfDates(
  db: Db,
  orgId: string,
  bounds: readonly (string | undefined)[],
): Promise<string> {
  return bounds.some((bound) => bound !== undefined && isDay(bound)) ? timezoneOf(db, orgId) : 'UTC'
}

/** How the organisation calls itself. */
export async function organisationName(db: Db, orgId: string): Promise<string> {
  const row = await findOrganisation(db, orgId)
  if (!row) throw missing('organisation')
  return row.name
}

/** True if everybody proves a second factor when signing in. */
export async function requiresSecondFactor(db: Db, orgId: string): Promise<boolean> {
  return (await findOrganisation(db, orgId))?.require_second_factor ?? false
}

/**
 * Makes those who decide on the organisation as a whole, such as who its last owner is, wait for each other until
 * the transaction ends.
 */
export async function lockOrganisation(tx: Tx, orgId: string): Promise<void> {
  await lockOrganisationRow(tx, orgId)
}
