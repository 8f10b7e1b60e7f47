import type { Database } from '../../platform/database/database.js'
import type { KeyRing } from '../../platform/secrets/keys.js'
import { createSecretBox, SecretError } from '../../platform/secrets/secret-box.js'
import { eachOrg } from './key-use.service.js'
import { sealedColumns } from './sealed-columns.table.js'
import { listSealedOtherwise } from './sealed-secret.repository.js'

const firstId = '00000000-0000-0000-0000-000000000000'

const openedAtMost = 20

/**
 * Opens a few stored secrets of each sort, one an organisation, to see that the keys are the right ones.
 * @returns how many opened, and what the first that did not said
 */
export async function openSomeSecrets(
  database: Database,
  keys: KeyRing,
): Promise<{ opened: number; problem: string | null }> {
  const box = createSecretBox(keys)
  let opened = 0
  for await (const orgId of eachOrg(database)) {
    for (const column of sealedColumns) {
      const place = { currentKeyId: '', after: firstId, limit: 1 }
      for (const { id, bytes, key_id: keyId } of await listSealedOtherwise(
        database.forOrg(orgId),
        orgId,
        column,
        place,
      )) {
        try {
          box.open({ bytes, keyId }, { orgId, rowId: id, field: column.field })
          opened += 1
        } catch (error) {
          if (!(error instanceof SecretError)) throw error
          return { opened, problem: `${column.table} ${id}: ${error.message}` }
        }
      }
    }
    if (opened >= openedAtMost) break
  }
  return { opened, problem: null }
}
