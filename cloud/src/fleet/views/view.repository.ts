import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Scope } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import type { ViewCameraTable, ViewTable } from './view.table.js'

export type ViewRow = Selectable<ViewTable>
export type ViewCameraRow = Pick<Selectable<ViewCameraTable>, 'view_id' | 'camera_id' | 'size'>

/** The views of the organisation, then those of a person, each in their order. */
export function listViewRows(db: Db, orgId: string, userId: string): Promise<ViewRow[]> {
  return db
    .selectFrom('views')
    .selectAll()
    .where('org_id', '=', orgId)
    .where((where) => where.or([where('user_id', 'is', null), where('user_id', '=', userId)]))
    .orderBy(sql`user_id is not null`)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The ids of those that are in one order: of the organisation (null), or of a person. */
export async function listOrder(db: Db, orgId: string, userId: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('views')
    .select('id')
    .where('org_id', '=', orgId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A view of the organisation, or of this person. */
export function findView(db: Db, orgId: string, userId: string, id: string): Promise<ViewRow | undefined> {
  return db
    .selectFrom('views')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where((where) => where.or([where('user_id', 'is', null), where('user_id', '=', userId)]))
    .executeTakeFirst()
}

/** The cameras of views, in their order: those that are not deleted, at the sites of the scope. */
export async function listViewCameras(
  db: Db,
  scope: Scope,
  viewIds: readonly string[],
): Promise<ViewCameraRow[]> {
  if (viewIds.length === 0 || scope.siteIds?.length === 0) return []
  return db
    .selectFrom('view_cameras')
    .innerJoin('cameras', (join) =>
      join
        .onRef('cameras.org_id', '=', 'view_cameras.org_id')
        .onRef('cameras.id', '=', 'view_cameras.camera_id'),
    )
    .select(['view_cameras.view_id', 'view_cameras.camera_id', 'view_cameras.size'])
    .where('view_cameras.org_id', '=', scope.orgId)
    .where('view_cameras.view_id', '=', sql<string>`any(${[...viewIds]}::uuid[])`)
    .where('cameras.deleted_at', 'is', null)
    .$if(scope.siteIds !== null, (some) =>
      some.where('cameras.site_id', '=', sql<string>`any(${[...(scope.siteIds ?? [])]}::uuid[])`),
    )
    .orderBy('view_cameras.view_id')
    .orderBy('view_cameras.place')
    .execute()
}

export function insertView(tx: Tx, row: Insertable<ViewTable>): Promise<ViewRow> {
  return tx.insertInto('views').values(row).returningAll().executeTakeFirstOrThrow()
}

export function saveView(tx: Tx, orgId: string, id: string, change: Updateable<ViewTable>): Promise<ViewRow> {
  return tx
    .updateTable('views')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Gives views the places of this order, from 0. */
export async function saveOrder(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update views set position = wanted.place - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, place)
    where views.org_id = ${orgId} and views.id = wanted.id and views.position <> wanted.place - 1
  `.execute(tx)
}

export async function removeView(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.deleteFrom('views').where('org_id', '=', orgId).where('id', '=', id).execute()
}

export async function replaceViewCameras(
  tx: Tx,
  orgId: string,
  viewId: string,
  cameras: readonly { readonly camera_id: string; readonly size: number }[],
): Promise<void> {
  await tx.deleteFrom('view_cameras').where('org_id', '=', orgId).where('view_id', '=', viewId).execute()
  await tx
    .insertInto('view_cameras')
    .values(cameras.map((camera, place) => ({ org_id: orgId, view_id: viewId, place, ...camera })))
    .execute()
}
