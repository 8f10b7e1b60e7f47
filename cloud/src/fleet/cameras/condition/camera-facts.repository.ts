import { sql } from 'kysely'
import { isListed } from '../../../events/event.table.js'
import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'

/** The gateway of a camera, for people. */
export function findGatewayFacts(db: Db, orgId: string, gatewayId: string) {
  return db
    .selectFrom('gateways')
    .select(['id', 'name', 'status', 'last_heartbeat_at'])
    .where('org_id', '=', orgId)
    .where('id', '=', gatewayId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export type GatewayFacts = NonNullable<Awaited<ReturnType<typeof findGatewayFacts>>>

/** The newest listed event of a camera in the sites of the scope. */
export function findLastEvent(db: Db, { orgId, siteIds }: Scope, cameraId: string) {
  return db
    .selectFrom('events')
    .select(['id', 'event_category', 'triggered_at'])
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
    .where(isListed)
    .$if(siteIds !== null, (query) =>
      query.where('site_id', '=', sql<string>`any(${[...(siteIds ?? [])]}::uuid[])`),
    )
    .orderBy('triggered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stored pictures that are compared for the newest: some may have been stored late. */
const newestStored = 50

/** The newest picture of a camera in the sites of the scope, by the time at which it was taken. */
export async function findNewestPicture(db: Db, { orgId, siteIds }: Scope, cameraId: string) {
  const rows = await db
    .selectFrom('media')
    .leftJoin('events', (join) =>
      join.onRef('events.org_id', '=', 'media.org_id').onRef('events.id', '=', 'media.event_id'),
    )
    .select([
      'media.id',
      'media.event_id',
      'media.width',
      'media.height',
      sql<Date>`coalesce(events.triggered_at, media.created_at)`.as('taken_at'),
    ])
    .where('media.org_id', '=', orgId)
    .where('media.camera_id', '=', cameraId)
    .where('media.kind', '=', 'snapshot')
    .where('media.state', '=', 'ready')
    // Some belong to no event.
    .where((where) => where.or([where('events.id', 'is', null), isListed]))
    .$if(siteIds !== null, (query) =>
      query.where('media.site_id', '=', sql<string>`any(${[...(siteIds ?? [])]}::uuid[])`),
    )
    .orderBy('media.created_at', 'desc')
    .limit(newestStored)
    .execute()
  return rows.toSorted((one, other) => other.taken_at.getTime() - one.taken_at.getTime())[0]
}
