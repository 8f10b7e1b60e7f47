import type { Db } from '../platform/database/database.js'

export async function findTimezone(db: Db, orgId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organisations')
    .select('timezone')
    .where('id', '=', orgId)
    .executeTakeFirst()
  return row?.timezone
}
