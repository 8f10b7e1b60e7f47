import type { Db } from '../../../../platform/database/handles.js'
import type { Sealed } from '../../../../platform/secrets/secret-box.js'

/** The key pair of an organisation as it is stored. */
interface PushKeyRow {
  readonly id: string
  readonly public_key: string
  readonly private_key: Buffer
  readonly private_key_key_id: string
}

export function findPushKey(db: Db, orgId: string): Promise<PushKeyRow | undefined> {
  return db
    .selectFrom('push_keys')
    .select(['id', 'public_key', 'private_key', 'private_key_key_id'])
    .where('org_id', '=', orgId)
    .executeTakeFirst()
}

/** Stores the key of an organisation, unless it has one by now. @param made the id is part of what sealed it */
export async function insertPushKey(
  db: Db,
  orgId: string,
  made: { readonly id: string; readonly publicKey: string; readonly sealed: Sealed },
): Promise<void> {
  await db
    .insertInto('push_keys')
    .values({
      org_id: orgId,
      id: made.id,
      public_key: made.publicKey,
      private_key: made.sealed.bytes,
      private_key_key_id: made.sealed.keyId,
    })
    .onConflict((conflict) => conflict.column('org_id').doNothing())
    .execute()
}
