import { randomBytes } from 'node:crypto'
import type { Passwords } from './identity/auth/passwords/password.service.js'
import { createOrganisation } from './identity/organisation/create-organisation.service.js'
import { hasOrganisation } from './identity/organisation/organisation.service.js'
import { systemActor } from './platform/caller.js'
import type { DatabaseAddress } from './platform/database/database-address.js'
import { withDatabaseLock } from './platform/database/database-lock.js'
import type { Platform } from './platform/platform.js'

/** What a first start made, for the one who started it to read. */
export interface FirstOwner {
  readonly email: string
  /** Only where no OWNER_PASSWORD was given: shown this once. */
  readonly password: string | null
}

/**
 * Makes the first organisation with its owner and site, if there is none yet.
 * @returns undefined if there is one.
 */
export function makeFirstOrganisation(
  platform: Platform,
  address: DatabaseAddress,
  passwords: Passwords,
): Promise<FirstOwner | undefined> {
  return withDatabaseLock(address, 'first_start', async () => {
    if (await hasOrganisation(platform.database.worker)) return undefined
    const { owner, orgName } = platform.config
    const password = owner.password ?? randomBytes(15).toString('base64url')
    const passwordHash = await passwords.hash(password)
    const organisation = { name: orgName, owner: { email: owner.email, passwordHash } }
    await createOrganisation(platform.database, organisation, systemActor)
    return { email: owner.email, password: owner.password === null ? password : null }
  })
}
