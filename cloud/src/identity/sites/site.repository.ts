import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Scope } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import type { SiteTable } from './site.table.js'

export type SiteRow = Selectable<SiteTable>

/** A position in the list: by name, then by id. */
interface SitePosition {
  readonly name: string
  readonly id: string
}

function visible(db: Db, scope: Scope) {
  const query = db.selectFrom('sites').where('org_id', '=', scope.orgId)
  return scope.siteIds === null
    ? query
    : query.where('id', '=', sql<string>`any(${[...scope.siteIds]}::uuid[])`)
}

export function pageOfSites(
  db: Db,
  scope: Scope,
  after: SitePosition | null,
  limit: number,
): Promise<SiteRow[]> {
  let query = visible(db, scope).selectAll()
  if (after) query = query.where(sql<boolean>`(name, id) > (${after.name}, ${after.id})`)
  return query.orderBy('name').orderBy('id').limit(limit).execute()
}

export async function countSites(db: Db, scope: Scope): Promise<number> {
  const { count } = await visible(db, scope)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function findSite(db: Db, orgId: string, id: string): Promise<SiteRow | undefined> {
  return db
    .selectFrom('sites')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Those of the sites that the organisation has. They cannot be removed until the transaction ends. */
export async function keepSites(tx: Tx, orgId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('sites')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map(({ id }) => id)
}

export function insertSite(tx: Tx, row: Insertable<SiteTable>): Promise<SiteRow> {
  return tx.insertInto('sites').values(row).returningAll().executeTakeFirstOrThrow()
}

export function saveSite(
  tx: Tx,
  orgId: string,
  id: string,
  change: Updateable<SiteTable>,
): Promise<SiteRow | undefined> {
  return tx
    .updateTable('sites')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * @returns how the site was called; undefined: there is none
 * @throws PostgreSQL's foreign key violation (23503) while something belongs to the site
 */
export async function removeSite(tx: Tx, orgId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('sites')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}
