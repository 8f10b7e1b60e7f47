import type { AiSettings, AiSettingsPatch, Organisation, OrganisationPatch } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/audit.service.js'
import type { Caller } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { missing } from '../platform/errors.js'
import type { Platform } from '../platform/platform.js'
import type { SecretBox } from '../platform/secret-box.js'
import {
  deleteProviderKey,
  findOrganisation,
  insertProviderKey,
  listProvidersWithKey,
  lockOrganisationRow,
  type OrganisationRow,
  saveOrganisation,
} from './organisation.repository.js'
import type { StoredAiSettings } from './organisation.table.js'

/** The caller's organisation. Of the keys of AI providers it shows which there are. */
export async function getOrganisation(
  { database }: Pick<Platform, 'database'>,
  { orgId }: Caller,
): Promise<Organisation> {
  const db = database.forOrg(orgId)
  const row = await findOrganisation(db, orgId)
  if (!row) throw missing('organisation')
  return toOrganisation(row, await listProvidersWithKey(db, orgId))
}

/** Changes what the patch names; within the AI settings too, the rest stays. */
export function updateOrganisation(
  { database, secretBox }: Pick<Platform, 'database' | 'secretBox'>,
  { orgId, actor }: Caller,
  patch: OrganisationPatch,
): Promise<Organisation> {
  const { ai_settings: aiPatch, ...change } = patch
  return database.inOrg(orgId, async (tx) => {
    const row = await lockOrganisationRow(tx, orgId)
    if (!row) throw missing('organisation')
    const aiSettings = mergedAiSettings(row.ai_settings, aiPatch ?? {})
    const saved = await saveOrganisation(tx, orgId, { ...change, ai_settings: JSON.stringify(aiSettings) })
    const keys = Object.entries(aiPatch?.provider_keys ?? {})
    for (const [provider, key] of keys) await storeProviderKey(tx, secretBox, orgId, provider, key)
    await recordAudit(
      tx,
      orgId,
      actor,
      'organisation.updated',
      { kind: 'organisation', id: orgId },
      { ...change, ...(aiPatch && { ai_settings: withoutKeys(aiPatch) }) },
    )
    return toOrganisation(saved, await listProvidersWithKey(tx, orgId))
  })
}

function mergedAiSettings(stored: StoredAiSettings, patch: AiSettingsPatch): StoredAiSettings {
  const { enabled, provider, model } = patch
  return {
    ...stored,
    ...(enabled !== undefined && { enabled }),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
  }
}

/** Seals the key at its place, in place of the one before; null forgets it. */
async function storeProviderKey(
  tx: Tx,
  secretBox: SecretBox,
  orgId: string,
  provider: string,
  key: string | null,
): Promise<void> {
  await deleteProviderKey(tx, orgId, provider)
  if (key === null) return
  const id = uuidv7()
  const sealed = secretBox.seal(key, { orgId, rowId: id, field: 'ai_provider_keys.secret' })
  await insertProviderKey(tx, {
    org_id: orgId,
    id,
    provider,
    secret: sealed.bytes,
    secret_key_id: sealed.keyId,
  })
}

/** For the audit: which keys were stored or forgotten, and nothing of them. */
function withoutKeys({ provider_keys, ...settings }: AiSettingsPatch): Record<string, unknown> {
  const deeds = Object.entries(provider_keys ?? {}).map(([provider, key]) => [
    provider,
    key === null ? 'forgotten' : 'stored',
  ])
  return { ...settings, ...(provider_keys && { provider_keys: Object.fromEntries(deeds) }) }
}

function toOrganisation(row: OrganisationRow, providersWithKey: string[]): Organisation {
  return {
    id: row.id,
    name: row.name,
    timezone: row.timezone,
    clip_retention_days: row.clip_retention_days,
    event_retention_days: row.event_retention_days,
    notification_window_sec: row.notification_window_sec,
    ai_settings: toAiSettings(row.ai_settings, providersWithKey),
    created_at: toTimestamp(row.created_at),
  }
}

function toAiSettings(stored: StoredAiSettings, providers_with_key: string[]): AiSettings {
  const { enabled = true, provider = null, model = null } = stored
  return { enabled, provider, model, providers_with_key }
}
