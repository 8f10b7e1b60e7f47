import { type Insertable, type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { SignInGroupTable, SingleSignOnTable } from './single-sign-on.table.js'

export type SingleSignOnRow = Selectable<SingleSignOnTable>

/** A group with the sites of its viewers. */
export type SignInGroupRow = Pick<Selectable<SignInGroupTable>, 'name' | 'role'> & { site_ids: string[] }

export function findSingleSignOn(db: Db, orgId: string): Promise<SingleSignOnRow | undefined> {
  return db.selectFrom('single_sign_on').selectAll().where('org_id', '=', orgId).executeTakeFirst()
}

/** In the order in which they were listed. */
export function listSignInGroups(db: Db, orgId: string): Promise<SignInGroupRow[]> {
  return db
    .selectFrom('single_sign_on_groups')
    .select(['name', 'role'])
    .select(
      sql<string[]>`array(select site_id::text from single_sign_on_group_sites as of_group
        where of_group.org_id = ${orgId} and of_group.group_id = single_sign_on_groups.id
        order by site_id)`.as('site_ids'),
    )
    .where('org_id', '=', orgId)
    .orderBy('position')
    .execute()
}

/** Stores the setting in place of the one that there was. */
export function saveSingleSignOn(tx: Tx, row: Insertable<SingleSignOnTable>): Promise<SingleSignOnRow> {
  return tx
    .insertInto('single_sign_on')
    .values(row)
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Puts these groups in place of those that there were. */
export async function replaceSignInGroups(
  tx: Tx,
  orgId: string,
  groups: readonly SignInGroupRow[],
): Promise<void> {
  await tx.deleteFrom('single_sign_on_groups').where('org_id', '=', orgId).execute()
  const rows = groups.map(({ name, role, site_ids }, position) => ({
    row: { org_id: orgId, id: uuidv7(), position, name, role },
    siteIds: site_ids,
  }))
  if (rows.length === 0) return
  await tx
    .insertInto('single_sign_on_groups')
    .values(rows.map(({ row }) => row))
    .execute()
  const sites = rows.flatMap(({ row, siteIds }) =>
    [...new Set(siteIds)].map((site_id) => ({ org_id: orgId, group_id: row.id, site_id })),
  )
  // PostgreSQL takes 65,535 values a statement, three of them a row.
  for (let from = 0; from < sites.length; from += 10_000) {
    const some = sites.slice(from, from + 10_000)
    await tx.insertInto('single_sign_on_group_sites').values(some).execute()
  }
}

/** Forgets the setting with its groups and what is under way. */
export async function deleteSingleSignOn(tx: Tx, orgId: string): Promise<void> {
  await tx.deleteFrom('single_sign_on').where('org_id', '=', orgId).execute()
}
