import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/database/handles.js'
import type { UserRow, UserTable } from './user.table.js'

/** A user as lists show them. */
export type UserWithSites = Pick<
  UserRow,
  'id' | 'email' | 'display_name' | 'role' | 'enabled' | 'created_at'
> & {
  site_ids: string[]
  has_second_factor: boolean
  /** The issuer that the organisation has now knows this person. */
  has_identity_in_force: boolean
  last_seen_at: Date | null
}

/** A position in the list: oldest first. */
interface UserPosition {
  readonly at: Date
  readonly id: string
}

function users(db: Db, orgId: string) {
  const seen = db
    .selectFrom('sessions')
    .select(['user_id', (select) => select.fn.max('last_used_at').as('last_seen_at')])
    .where('org_id', '=', orgId)
    .groupBy('user_id')
    .as('seen')
  return db
    .selectFrom('users')
    .leftJoin(seen, 'seen.user_id', 'users.id')
    .select(['id', 'email', 'display_name', 'role', 'enabled', 'created_at', 'seen.last_seen_at'])
    .select(
      sql<string[]>`array(select user_sites.site_id::text from user_sites
        where user_sites.org_id = ${orgId} and user_sites.user_id = users.id order by user_sites.site_id)`.as(
        'site_ids',
      ),
    )
    .select(
      sql<boolean>`exists (select from totp_secrets
        where totp_secrets.org_id = ${orgId} and totp_secrets.user_id = users.id and confirmed_at is not null)
        or exists (select from passkeys where passkeys.org_id = ${orgId} and passkeys.user_id = users.id)`.as(
        'has_second_factor',
      ),
    )
    .select(
      sql<boolean>`exists (select from single_sign_on_identities as identity
        join single_sign_on as setting on setting.org_id = identity.org_id and setting.issuer = identity.issuer
        where identity.org_id = ${orgId} and identity.user_id = users.id and setting.enabled)`.as(
        'has_identity_in_force',
      ),
    )
    .where('users.org_id', '=', orgId)
}

export function pageOfUsers(
  db: Db,
  orgId: string,
  after: UserPosition | null,
  limit: number,
): Promise<UserWithSites[]> {
  let query = users(db, orgId)
  if (after) query = query.where(sql<boolean>`(created_at, id) > (${after.at}, ${after.id})`)
  return query.orderBy('created_at').orderBy('id').limit(limit).execute()
}

export async function countUsers(db: Db, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return count
}

export function findUser(db: Db, orgId: string, id: string): Promise<UserWithSites | undefined> {
  return users(db, orgId).where('id', '=', id).executeTakeFirst()
}

/** The user, locked against other changes until the transaction ends. */
export function lockUser(tx: Tx, orgId: string, id: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function findUserIdByEmail(db: Db, orgId: string, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('org_id', '=', orgId)
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.id
}

export function lockUserByEmail(tx: Tx, orgId: string, email: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Owners who may sign in. */
export async function countEnabledOwners(tx: Tx, orgId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('role', '=', 'owner')
    .where('enabled', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Stores an account and the entry by which its address is found.
 * @throws PostgreSQL's unique violation (23505) if the organisation has an account of this address
 */
export async function insertUser(tx: Tx, row: Insertable<UserTable>): Promise<UserRow> {
  const user = await tx.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow()
  await tx
    .insertInto('user_email_lookup')
    .values({ email: user.email, org_id: user.org_id, user_id: user.id })
    .execute()
  return user
}

export function saveUser(tx: Tx, orgId: string, id: string, change: Updateable<UserTable>): Promise<UserRow> {
  return tx
    .updateTable('users')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Puts these sites in place of those that the user had. */
export async function replaceUserSites(
  tx: Tx,
  orgId: string,
  userId: string,
  siteIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('user_sites').where('org_id', '=', orgId).where('user_id', '=', userId).execute()
  if (siteIds.length === 0) return
  await tx
    .insertInto('user_sites')
    .values(siteIds.map((site_id) => ({ org_id: orgId, user_id: userId, site_id })))
    .execute()
}
