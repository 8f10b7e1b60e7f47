import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import type { NamedPlace } from './reading.js'

/** Names that a sentence is compared with, at most. */
const mostPlaces = 5_000

/** The cameras and sites within the scope, by name: what a sentence can mean by a place. */
export async function listNamedPlaces(db: Db, { orgId, siteIds }: Scope): Promise<NamedPlace[]> {
  if (siteIds?.length === 0) return []
  const sites = await db
    .selectFrom('sites')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .$if(siteIds !== null, (query) => query.where('id', 'in', siteIds ?? []))
    .orderBy('name')
    .orderBy('id')
    .limit(mostPlaces)
    .execute()
  const cameras = await db
    .selectFrom('cameras')
    .select(['id', 'name', 'site_id'])
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .$if(siteIds !== null, (query) => query.where('site_id', 'in', siteIds ?? []))
    .orderBy('name')
    .orderBy('id')
    .limit(mostPlaces)
    .execute()
  return [
    ...sites.map(({ id, name }): NamedPlace => ({ kind: 'site', id, name, siteId: id })),
    ...cameras.map(({ id, name, site_id }): NamedPlace => ({ kind: 'camera', id, name, siteId: site_id })),
  ]
}
