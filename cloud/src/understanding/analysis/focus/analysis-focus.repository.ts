import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { AnalysisFocusVersionTable } from '../analysis.table.js'

export type FocusRow = Selectable<AnalysisFocusVersionTable>

/** Versions of a camera's focus, newest first, below `before` if it is given. */
export function listFocusVersions(
  db: Db,
  orgId: string,
  cameraId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<FocusRow[]> {
  let query = db
    .selectFrom('analysis_focus_versions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
  if (before !== null) query = query.where('version', '<', before)
  return query.orderBy('version', 'desc').limit(limit).execute()
}

export async function countFocusVersions(db: Db, orgId: string, cameraId: string): Promise<number> {
  const row = await db
    .selectFrom('analysis_focus_versions')
    .select(sql<number>`count(*)`.as('total'))
    .where('org_id', '=', orgId)
    .where('camera_id', '=', cameraId)
    .executeTakeFirstOrThrow()
  return row.total
}

export async function insertFocusVersion(
  tx: Tx,
  row: Insertable<AnalysisFocusVersionTable>,
): Promise<FocusRow> {
  return tx.insertInto('analysis_focus_versions').values(row).returningAll().executeTakeFirstOrThrow()
}
