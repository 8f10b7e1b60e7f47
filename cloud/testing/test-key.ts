import type { Role } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import type { Platform } from '#cloud/platform/platform.js'
import { makeApiKey } from '#cloud/platform/secrets/api-key.js'

/** A service account with its key. */
export interface TestKey {
  readonly serviceAccountId: string
  readonly keyId: string
  /** The whole key. */
  readonly token: string
}

/** Makes a service account of a role; a viewer's key sees `siteIds` only. */
export async function makeTestKey(
  platform: Platform,
  orgId: string,
  role: Role,
  siteIds: readonly string[] = [],
): Promise<TestKey> {
  const [accountId, keyId] = [uuidv7(), uuidv7()]
  const key = makeApiKey('sa')
  await platform.database.inOrg(orgId, async (tx) => {
    await tx
      .insertInto('service_accounts')
      .values({ org_id: orgId, id: accountId, name: `Test ${role} key`, role })
      .execute()
    const { prefix, sha256 } = key
    await tx
      .insertInto('service_account_keys')
      .values({ org_id: orgId, id: keyId, service_account_id: accountId, prefix, sha256 })
      .execute()
    await tx
      .insertInto('api_key_lookup')
      .values({ prefix, kind: 'service_account', org_id: orgId, key_id: keyId })
      .execute()
    for (const siteId of siteIds) {
      await tx
        .insertInto('service_account_sites')
        .values({ org_id: orgId, service_account_id: accountId, site_id: siteId })
        .execute()
    }
  })
  return { serviceAccountId: accountId, keyId, token: key.fullKey }
}
