import { sql } from 'kysely'
import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { clockZone } from '../../../platform/time/stored-timezone.js'
import type { NamedCamera } from './parse-question.js'

/** Where cameras stand, with the clock of the site. */
export interface VisibleCamera extends NamedCamera {
  readonly timezone: string
}

/** Cameras whose names a question is held against, at most. */
const camerasAtMost = 2_000

/** The cameras that the scope admits and that are not deleted. */
export async function listVisibleCameras(db: Db, { orgId, siteIds }: Scope): Promise<VisibleCamera[]> {
  const { rows } = await sql<VisibleCamera>`
    select cameras.id as "cameraId", cameras.name as "cameraName", sites.name as "siteName",
      sites.timezone
    from cameras join sites on sites.org_id = ${orgId} and sites.id = cameras.site_id
    where cameras.org_id = ${orgId} and cameras.deleted_at is null
      and ${siteIds === null ? sql`true` : sql`cameras.site_id = any(${[...siteIds]}::uuid[])`}
    order by cameras.name, cameras.id limit ${sql.lit(camerasAtMost)}`.execute(db)
  return rows.map((row) => ({ ...row, timezone: clockZone(row.timezone) }))
}
