import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.js'
import type { Db } from '../../platform/database/handles.js'
import type { ServiceAccountTable } from '../service-accounts/service-account.table.js'

/** Which key it is. None of this ever changes for a key. */
export interface KnownKey {
  readonly orgId: string
  readonly keyId: string
  readonly accountId: string
}

/** A key with what proves it. */
interface StoredKey extends KnownKey {
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
  /** Tokens left after this call. */
  readonly left: number
}

/**
 * Finds the account of a key that is in force and takes a token of its bucket, in one prepared statement. The row's lock
 * makes it exact however many call at once, on whichever node. A loss of power may give back the tokens of the last
 * moments, so the commit waits for no disk.
 * @param size tokens in a full bucket; as many come back a minute
 * @returns undefined if the key is not in force, or the bucket is empty: `findTokens` says which
 */
export async function callAsAccount(
  db: Db,
  { orgId, keyId, accountId }: KnownKey,
  size: number,
): Promise<CallingAccount | undefined> {
  const { rows } = await sql<CallingAccount>`/* name: service_account_call */
    update service_accounts set
      bucket_tokens = least(${size}::float8, bucket_tokens
        + greatest(0, extract(epoch from now() - bucket_at))::float8 * ${size}::float8 / 60) - 1,
      -- Whoever waited for the row came earlier than whoever wrote it: time does not go back.
      bucket_at = greatest(bucket_at, now()),
      last_used_at = now()
    where org_id = ${orgId} and id = ${accountId} and disabled_at is null
      and least(${size}::float8, bucket_tokens
        + greatest(0, extract(epoch from now() - bucket_at))::float8 * ${size}::float8 / 60) >= 1
      and exists (select from service_account_keys
        where org_id = ${orgId} and id = ${keyId} and service_account_id = ${accountId} and revoked_at is null)
    returning name, role, bucket_tokens as left,
      array(select site_id::text from service_account_sites
        where role = 'viewer' and service_account_sites.org_id = ${orgId} and service_account_id = ${accountId}
      ) as site_ids,
      set_config('synchronous_commit', 'off', true)`.execute(db)
  return rows[0]
}

/** Tokens in the bucket of a key that is in force; undefined for one that is not. */
export async function findTokens(
  db: Db,
  { orgId, keyId, accountId }: KnownKey,
  size: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ tokens: number }>`
    select least(${size}::float8, bucket_tokens
      + greatest(0, extract(epoch from now() - bucket_at))::float8 * ${size}::float8 / 60) as tokens
    from service_accounts
    where org_id = ${orgId} and id = ${accountId} and disabled_at is null
      and exists (select from service_account_keys
        where org_id = ${orgId} and id = ${keyId} and service_account_id = ${accountId} and revoked_at is null)`.execute(
    db,
  )
  return rows[0]?.tokens
}

/** The account of a key that is in force, without a call of it. */
export async function findAccountOfKey(
  db: Db,
  { orgId, keyId, accountId }: KnownKey,
): Promise<Pick<CallingAccount, 'name' | 'role' | 'site_ids'> | undefined> {
  const { rows } = await sql<Pick<CallingAccount, 'name' | 'role' | 'site_ids'>>`/* name: account_of_key */
    select name, role,
      array(select site_id::text from service_account_sites
        where role = 'viewer' and service_account_sites.org_id = ${orgId} and service_account_id = ${accountId}
      ) as site_ids
    from service_accounts
    where org_id = ${orgId} and id = ${accountId} and disabled_at is null
      and exists (select from service_account_keys
        where org_id = ${orgId} and id = ${keyId} and service_account_id = ${accountId} and revoked_at is null)`.execute(
    db,
  )
  return rows[0]
}
