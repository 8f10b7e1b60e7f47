import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { AccountRef } from '../auth.repository.js'

/** Whom an issuer speaks of. */
export interface Subject {
  readonly issuer: string
  /** `sub`: never given to somebody else by the issuer. */
  readonly subject: string
}

/** The account that an issuer's subject came in by, if any. */
export async function findUserIdOfSubject(
  db: Db,
  orgId: string,
  { issuer, subject }: Subject,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('single_sign_on_identities')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Notes that the subject came in by this account. @returns false if it belongs to another one */
export async function noteIdentity(
  tx: Tx,
  { orgId, userId }: AccountRef,
  { issuer, subject }: Subject,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('single_sign_on_identities')
    .values({ org_id: orgId, id: uuidv7(), user_id: userId, issuer, subject, last_used_at: at })
    .onConflict((known) =>
      known
        .columns(['org_id', 'issuer', 'subject'])
        .doUpdateSet({ last_used_at: at })
        .where('single_sign_on_identities.user_id', '=', userId),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the person signs in by the issuer that the organisation has set, and which is switched on. */
export async function hasIdentityInForce(db: Db, { orgId, userId }: AccountRef): Promise<boolean> {
  const row = await db
    .selectFrom('single_sign_on_identities as identity')
    .innerJoin('single_sign_on as setting', (on) =>
      on.onRef('setting.org_id', '=', 'identity.org_id').onRef('setting.issuer', '=', 'identity.issuer'),
    )
    .select('identity.id')
    .where('identity.org_id', '=', orgId)
    .where('setting.org_id', '=', orgId)
    .where('identity.user_id', '=', userId)
    .where('setting.enabled', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Everybody who came in by an issuer, by id. */
export async function listUserIdsOfIssuer(db: Db, orgId: string, issuer: string): Promise<string[]> {
  const rows = await db
    .selectFrom('single_sign_on_identities')
    .select('user_id')
    .distinct()
    .where('org_id', '=', orgId)
    .where('issuer', '=', issuer)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id: id }) => id)
}
