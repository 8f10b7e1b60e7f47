import type { Database } from '../../platform/database/database.js'
import { type SecretBox, SecretError } from '../../platform/secrets/secret-box.js'
import { eachOrg } from './key-use.service.js'
import type { SealedColumn } from './sealed-columns.table.js'
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

interface ResealDeps {
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
      for (const secret of batch) {
        const outcome = await reseal(deps, orgId, column, secret)
        if (typeof outcome === 'string') counts[outcome] += 1
        else {
          counts.failed += 1
          unopened(outcome)
        }
      }
      const last = batch.at(-1)
      if (last === undefined) break
      after = last.id
    }
  }
}

/** @returns why it does not open, or what became of it */
async function reseal(
  { database, secretBox }: ResealDeps,
  orgId: string,
  column: SealedColumn,
  secret: SealedSecret,
): Promise<'resealed' | 'changed_meanwhile' | UnopenedSecret> {
  const { id: row, bytes, key_id } = secret
  const place = { orgId, rowId: row, field: column.field }
  try {
    const anew = secretBox.seal(secretBox.open({ bytes, keyId: key_id }, place), place)
    const stored = await replaceSealed(database.forOrg(orgId), orgId, column, { read: secret, anew })
    return stored ? 'resealed' : 'changed_meanwhile'
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    const { table, bytes: name } = column
    return { table, column: name, org_id: orgId, row, key_id, reason: error.message }
  }
}
