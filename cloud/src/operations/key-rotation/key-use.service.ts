import type { Database } from '../../platform/database/database.js'
import type { KeyRing } from '../../platform/secrets/keys.js'
import { sealedColumns } from './sealed-columns.table.js'
import { countAnswersByKey, countByKey, listOrgIds } from './sealed-secret.repository.js'

/** How long an answer is kept for a repeated request: as long as its `Idempotency-Key` stands. */
const answersKeptMs = 24 * 60 * 60 * 1000
const orgsAtOnce = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/** What one master key seals in the database. */
export interface KeyUse {
  /** 8 hexadecimal digits. */
  readonly id: string
  /** Where it stands among the keys of this process, from 1; null: it is not among them. */
  readonly position: number | null
  secrets: number
  /** Answers kept for requests that may be repeated; gone within 24 hours. */
  kept_answers: number
}

/** All organisations, a few ids at a time. */
export async function* eachOrg({ worker }: Database): AsyncGenerator<string> {
  for (let after = firstId; ; ) {
    const ids = await listOrgIds(worker, after, orgsAtOnce)
    yield* ids
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
  }
}

/** What each key seals: those of the ring in their order, then those that something needs and the ring lacks. */
export async function countKeyUse(database: Database, keys: KeyRing, nowMs: number): Promise<KeyUse[]> {
  const uses = new Map<string, KeyUse>(
    keys.ids().map((id, index) => [id, { id, position: index + 1, secrets: 0, kept_answers: 0 }]),
  )
  const useOf = (id: string): KeyUse => {
    const use = uses.get(id) ?? { id, position: null, secrets: 0, kept_answers: 0 }
    uses.set(id, use)
    return use
  }
  const oldest = new Date(nowMs - answersKeptMs)
  for await (const orgId of eachOrg(database)) {
    const db = database.forOrg(orgId)
    for (const column of sealedColumns) {
      for (const { key_id, count } of await countByKey(db, orgId, column)) useOf(key_id).secrets += count
    }
    for (const { key_id, count } of await countAnswersByKey(db, orgId, oldest)) {
      useOf(key_id).kept_answers += count
    }
  }
  return [...uses.values()]
}
