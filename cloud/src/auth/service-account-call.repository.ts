import { type Selectable, sql } from 'kysely'
import type { Database, Db } from '../platform/database/database.js'
import type { ServiceAccountTable } from '../service-accounts/service-account.table.js'

/** Which key it is. None of this ever changes for a key. */
export interface KnownKey {
  readonly orgId: string
  readonly keyId: string
  readonly accountId: string
}

/** A key with what proves it. */
export interface StoredKey extends KnownKey {
  readonly sha256: Buffer
}

/** The key with this readable prefix, if there is one in force. */
export async function findKeyByPrefix(
  database: Pick<Database, 'lookup' | 'forOrg'>,
  prefix: string,
): Promise<StoredKey | undefined> {
  const place = await database.lookup
    .selectFrom('api_key_lookup')
    .select(['org_id', 'key_id'])
    .where('prefix', '=', prefix)
    .where('kind', '=', 'service_account')
    .executeTakeFirst()
  if (!place) return undefined
  const { org_id: orgId, key_id: keyId } = place
  const key = await database
    .forOrg(orgId)
    .selectFrom('service_account_keys')
    .select(['service_account_id', 'sha256'])
    .where('org_id', '=', orgId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return key && { orgId, keyId, accountId: key.service_account_id, sha256: key.sha256 }
}

/** A service account at the moment of a call. */
export interface CallingAccount extends Pick<Selectable<ServiceAccountTable>, 'name' | 'role'> {
  readonly site_ids: string[]
  /** Tokens left after this call; null: there was none for it. */
  readonly left: number | null
  /** Tokens before this call, to say when the next one comes. */
  readonly before: number
}

/**
 * Finds the account of a key that is in force and takes a token of its bucket, in one prepared statement. The row's lock
 * makes it exact however many call at once, on whichever node. A loss of power may give back the tokens of the last
 * moments, so the commit waits for no disk.
 * @param size tokens in a full bucket; as many come back a minute
 */
export async function callAsAccount(
  db: Db,
  { orgId, keyId, accountId }: KnownKey,
  size: number,
): Promise<CallingAccount | undefined> {
  const { rows } = await sql<CallingAccount>`/* name: service_account_call */
    with taken as (
      update service_accounts set bucket_tokens = least(${size}::float8, bucket_tokens
          + greatest(0, extract(epoch from now() - bucket_at))::float8 * ${size}::float8 / 60) - 1,
        bucket_at = greatest(bucket_at, now()), last_used_at = now()
      where org_id = ${orgId} and id = ${accountId} and disabled_at is null
        and least(${size}::float8, bucket_tokens
          + greatest(0, extract(epoch from now() - bucket_at))::float8 * ${size}::float8 / 60) >= 1
        and exists (select from service_account_keys
          where org_id = ${orgId} and id = ${keyId} and service_account_id = ${accountId} and revoked_at is null)
      returning bucket_tokens
    )
    select name, role, (select bucket_tokens from taken) as left,
      least(${size}::float8, bucket_tokens
        + greatest(0, extract(epoch from now() - bucket_at))::float8 * ${size}::float8 / 60) as before,
      array(select site_id::text from service_account_sites
        where role = 'viewer' and service_account_sites.org_id = ${orgId} and service_account_id = ${accountId}
      ) as site_ids,
      set_config('synchronous_commit', 'off', true)
    from service_accounts
    where org_id = ${orgId} and id = ${accountId} and disabled_at is null
      and exists (select from service_account_keys
        where org_id = ${orgId} and id = ${keyId} and service_account_id = ${accountId} and revoked_at is null)`.execute(
    db,
  )
  return rows[0]
}
