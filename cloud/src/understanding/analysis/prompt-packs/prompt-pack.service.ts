import type { PageQuery, PromptPack, PromptPackCreate, PromptPackPatch } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Caller } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { conflict, missing } from '../../../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../../../platform/pagination/page.js'
import type { Platform } from '../../../platform/platform.js'
import {
  countCamerasWithPack,
  countPromptPacks,
  findPromptPack,
  holdPromptPack,
  insertPromptPack,
  listPromptPackRows,
  lockPromptPack,
  type PromptPackRow,
  removePromptPack,
  savePromptPack,
} from './prompt-pack.repository.js'

type PackDeps = Pick<Platform, 'database' | 'keys'>

const Position = z.object({ createdAt: z.string(), id: z.uuid() })

/** The organisation's prompt packs, oldest first. @throws AppError invalid for a foreign cursor */
export async function listPromptPacks(
  { database, keys }: PackDeps,
  { orgId }: Caller,
  { cursor, limit }: PageQuery,
): Promise<Page<PromptPack>> {
  const db = database.serving('reads').forOrg(orgId)
  const list = `prompt packs ${orgId}`
  const after = cursor === undefined ? null : decodeCursor(keys, list, cursor, Position)
  return toPage(await listPromptPackRows(db, orgId, after, limit + 1), {
    limit,
    total: await countPromptPacks(db, orgId),
    keys,
    list,
    positionOf: (row) => ({ createdAt: row.created_at.toISOString(), id: row.id }),
    toItem: toPromptPack,
  })
}

/** @throws AppError missing */
export async function getPromptPack(
  { database }: PackDeps,
  { orgId }: Caller,
  id: string,
): Promise<PromptPack> {
  const row = await findPromptPack(database.forOrg(orgId), orgId, id)
  if (!row) throw missing('prompt pack')
  return toPromptPack(row)
}

export function createPromptPack(
  { database }: PackDeps,
  { orgId, actor }: Caller,
  body: PromptPackCreate,
): Promise<PromptPack> {
  return database.inOrg(orgId, async (tx) => {
    const row = await insertPromptPack(tx, { org_id: orgId, id: uuidv7(), ...body })
    const target = { kind: 'prompt_pack', id: row.id }
    await recordAudit(tx, { orgId, actor }, 'prompt_pack.created', { target, data: { name: row.name } })
    return toPromptPack(row)
  })
}

/** @throws AppError missing */
export function updatePromptPack(
  { database }: PackDeps,
  { orgId, actor }: Caller,
  id: string,
  patch: PromptPackPatch,
): Promise<PromptPack> {
  return database.inOrg(orgId, async (tx) => {
    const row = await savePromptPack(tx, orgId, id, patch)
    if (!row) throw missing('prompt pack')
    const fields = Object.keys(patch)
    await recordAudit(tx, { orgId, actor }, 'prompt_pack.updated', {
      target: { kind: 'prompt_pack', id },
      data: { fields },
    })
    return toPromptPack(row)
  })
}

/** @throws AppError missing; conflict while a camera uses it */
export async function deletePromptPack(
  { database }: PackDeps,
  { orgId, actor }: Caller,
  id: string,
): Promise<void> {
  await database.inOrg(orgId, async (tx) => {
    if (!(await lockPromptPack(tx, orgId, id))) throw missing('prompt pack')
    const users = await countCamerasWithPack(tx, orgId, id)
    if (users > 0) {
      throw conflict(`the prompt pack is in use by ${users} of your cameras: give them another one first`)
    }
    await removePromptPack(tx, orgId, id)
    await recordAudit(tx, { orgId, actor }, 'prompt_pack.deleted', { target: { kind: 'prompt_pack', id } })
  })
}

/**
 * A pack that a camera is to use. In a transaction it stays until that ends. None is fine.
 * @throws AppError missing
 */
export async function requirePromptPack(db: Db, orgId: string, id: string | null | undefined): Promise<void> {
  if (typeof id === 'string' && !(await holdPromptPack(db, orgId, id))) throw missing('prompt pack')
}

function toPromptPack(row: PromptPackRow): PromptPack {
  return {
    id: row.id,
    name: row.name,
    instructions: row.instructions,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }
}
