import { sql } from 'kysely'
import type { Db } from '../../platform/database/handles.js'

/** Silence after which a viewer is not counted: said again each 30 s (`viewers/watchings/`). */
const silence = sql.lit('90 seconds')

/** Pictures of a camera that are watched now, over all nodes. */
export async function countActiveViewers(db: Db, orgId: string, cameraId: string): Promise<number> {
  const row = await db
    .selectFrom('live_watchings')
    .select(sql<number>`coalesce(sum(open), 0)::int`.as('count'))
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
    .where(sql<boolean>`changed_at > now() - interval ${silence}`)
    .executeTakeFirstOrThrow()
  return row.count
}
