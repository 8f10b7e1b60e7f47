import type { Database } from '../../platform/database/database.js'
import type { KeyRing } from '../../platform/secrets/keys.js'
import { createSecretBox } from '../../platform/secrets/secret-box.js'
import type { Clock } from '../../platform/time/clock.js'
import { countKeyUse, type KeyUse } from './key-use.service.js'
import { type ResealCounts, resealColumn, type UnopenedSecret } from './reseal.js'
import { sealedColumns } from './sealed-columns.table.js'
import { waitForNodes } from './wait-for-nodes.js'

export interface RotationDeps {
  readonly database: Database
  readonly keys: KeyRing
  readonly clock: Clock
}

/** What a rotation did, as it is printed. */
export interface Rotation {
  /** The id of the key that seals from now on. */
  readonly key: string
  readonly tables: Readonly<Record<string, ResealCounts>>
  /** Secrets that do not open, by table and row; at most the first 1,000, `tables` counts all. */
  readonly unopened: readonly UnopenedSecret[]
  readonly keys: readonly KeyUse[]
  /** Old keys that seal nothing any more. */
  readonly no_longer_used: readonly string[]
}

/** A rotation names so many secrets that do not open. */
const namedAtMost = 1_000

/**
 * Seals every stored secret with the first key of the ring, beside a running service. May be cut off anywhere and
 * repeated: what is done is done, and the rows say what is left. A secret that does not open stops nothing.
 * @param options.waitMs how long running nodes may take to hold the key, milliseconds
 * @throws ConfigError if a running node does not seal with that key
 */
export async function rotateKeys(
  { database, keys, clock }: RotationDeps,
  options: { waitMs?: number } = {},
): Promise<Rotation> {
  const current = keys.current('secret-box').id
  await waitForNodes({ database, clock }, current, options.waitMs)
  const deps = { database, secretBox: createSecretBox(keys), currentKeyId: current }
  const tables: Record<string, ResealCounts> = {}
  const unopened: UnopenedSecret[] = []
  for (const column of sealedColumns) {
    const counts = (tables[column.table] ??= { resealed: 0, changed_meanwhile: 0, failed: 0 })
    await resealColumn(deps, column, counts, (secret) => {
      if (unopened.length < namedAtMost) unopened.push(secret)
    })
  }
  const uses = await countKeyUse(database, keys, clock.now())
  return { key: current, tables, unopened, keys: uses, no_longer_used: unusedOf(uses) }
}

/** Of the keys behind the first, those that seal nothing. */
export function unusedOf(uses: readonly KeyUse[]): string[] {
  return uses
    .filter(({ position, secrets, kept_answers: answers }) => {
      return position !== null && position > 1 && secrets + answers === 0
    })
    .map(({ id }) => id)
}
