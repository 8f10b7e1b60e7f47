import type { Database } from '../platform/database/database.js'
import { type SecretBox, SecretError } from '../platform/secret-box.js'
import { eachOrg } from './key-use.js'
import type { SealedColumn } from './sealed-columns.js'
import { listSealedOtherwise, replaceSealed, type SealedSecret } from './sealed-secret.repository.js'

const firstId = '00000000-0000-0000-0000-000000000000'
const secretsAtOnce = 100

/** A secret that does not open, and why. */
export interface UnopenedSecret {
  readonly table: string
  readonly column: string
  readonly org_id: string
  readonly row: string
  readonly key_id: string
  readonly reason: string
}

/** What became of the secrets of a table that another key had sealed. */
export interface ResealCounts {
  resealed: number
  /** Somebody stored another secret, or removed this one, while it was being sealed anew; theirs stands. */
  changed_meanwhile: number
  failed: number
}

export interface ResealDeps {
  readonly database: Database
  readonly secretBox: SecretBox
  /** The key that seals. */
  readonly currentKeyId: string
}

/**
 * Seals every secret of a column with the current key that another one sealed. Each row is a statement of its own
 * that changes nothing if the row has changed, so it may be cut off anywhere, begun again, and run beside the service.
 */
export async function resealColumn(
  deps: ResealDeps,
  column: SealedColumn,
  counts: ResealCounts,
  unopened: (secret: UnopenedSecret) => void,
): Promise<void> {
  for await (const orgId of eachOrg(deps.database)) {
    for (let after = firstId; ; ) {
      const batch = await listSealedOtherwise(deps.database.forOrg(orgId), orgId, column, {
        currentKeyId: deps.currentKeyId,
        after,
        limit: secretsAtOnce,
      })
      for (const secret of batch) await resealOne(deps, orgId, column, secret, counts, unopened)
      const last = batch.at(-1)
      if (last === undefined) break
      after = last.id
    }
  }
}

async function resealOne(
  { database, secretBox }: ResealDeps,
  orgId: string,
  column: SealedColumn,
  secret: SealedSecret,
  counts: ResealCounts,
  unopened: (secret: UnopenedSecret) => void,
): Promise<void> {
  const place = { orgId, rowId: secret.id, field: column.field }
  let text: string
  try {
    text = secretBox.open({ bytes: secret.bytes, keyId: secret.key_id }, place)
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    counts.failed += 1
    unopened({
      table: column.table,
      column: column.bytes,
      org_id: orgId,
      row: secret.id,
      key_id: secret.key_id,
      reason: error.message,
    })
    return
  }
  const stored = await replaceSealed(
    database.forOrg(orgId),
    orgId,
    column,
    secret,
    secretBox.seal(text, place),
  )
  if (stored) counts.resealed += 1
  else counts.changed_meanwhile += 1
}
