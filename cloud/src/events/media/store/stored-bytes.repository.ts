import type { Tx } from '../../../platform/database/handles.js'

/** What the media of the organisation take, those too that are under way or being removed; held in place until the transaction ends, so that of two that add one waits for the other. */
export async function lockStoredBytes(tx: Tx, orgId: string): Promise<number> {
  await tx
    .insertInto('stored_bytes')
    .values({ org_id: orgId })
    .onConflict((known) => known.column('org_id').doNothing())
    .execute()
  const row = await tx
    .selectFrom('stored_bytes')
    .select('bytes')
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.bytes
}
