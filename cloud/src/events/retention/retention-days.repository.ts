import type { Db } from '../../platform/database/handles.js'

/** How many days an organisation keeps its clips and its events. */
export interface RetentionDays {
  readonly clip_retention_days: number
  readonly event_retention_days: number
}

export function findRetentionDays(db: Db, orgId: string): Promise<RetentionDays | undefined> {
  return db
    .selectFrom('organisations')
    .select(['clip_retention_days', 'event_retention_days'])
    .where('id', '=', orgId)
    .executeTakeFirst()
}
