import type { AiSettings, AiSettingsPatch } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../../platform/database/handles.js'
import { invalid } from '../../platform/errors.js'
import type { SecretBox, SecretContext } from '../../platform/secrets/secret-box.js'
import {
  deleteProviderKey,
  findOrganisation,
  findProviderKey,
  insertProviderKey,
  listProvidersWithKey,
} from './organisation.repository.js'
import type { StoredAiSettings } from './organisation.table.js'

/** What an organisation set for the models that analyse its events. */
interface OrganisationAi {
  readonly enabled: boolean
  readonly provider: string | null
  readonly model: string | null
  /** Of its own endpoint for `provider`; no slash at the end. */
  readonly baseUrl: string | null
  /** By model, US dollars for a million tokens. */
  readonly prices: Readonly<Record<string, { input: number; output: number }>>
  /** Providers for which it stored a key. */
  readonly keys: readonly string[]
}

/** The AI settings of an organisation; one that is gone has AI switched off. */
export async function aiSettingsOf(db: Db, orgId: string): Promise<OrganisationAi> {
  const [row, keys] = [await findOrganisation(db, orgId), await listProvidersWithKey(db, orgId)]
  const {
    enabled = true,
    provider = null,
    model = null,
    base_url: baseUrl = null,
    prices = {},
  } = row?.ai_settings ?? {}
  return { enabled: row !== undefined && enabled, provider, model, baseUrl, prices, keys }
}

/** The organisation's key for a provider, or null. @throws SecretError if it does not open */
export async function openProviderKey(
  db: Db,
  secretBox: SecretBox,
  orgId: string,
  provider: string,
): Promise<string | null> {
  const row = await findProviderKey(db, orgId, provider)
  if (!row) return null
  return secretBox.open({ bytes: row.secret, keyId: row.secret_key_id }, contextOf(orgId, row.id))
}

/**
 * What is stored after a change. A new provider begins at its usual address.
 * @throws AppError invalid for an address without a provider
 */
export function mergedAiSettings(stored: StoredAiSettings, patch: AiSettingsPatch): StoredAiSettings {
  const { enabled, provider, model, base_url, prices } = patch
  const movesOn = provider !== undefined && provider !== (stored.provider ?? null)
  const merged: StoredAiSettings = {
    ...stored,
    ...(enabled !== undefined && { enabled }),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(movesOn && { base_url: null }),
    ...(base_url !== undefined && { base_url }),
    ...(prices && { prices: mergedPrices(stored.prices, prices) }),
  }
  if ((merged.base_url ?? null) !== null && (merged.provider ?? null) === null)
    throw invalid('ai_settings.base_url: name the provider whose address it is, openai or anthropic')
  return merged
}

function mergedPrices(
  stored: StoredAiSettings['prices'],
  patch: NonNullable<AiSettingsPatch['prices']>,
): NonNullable<StoredAiSettings['prices']> {
  const all = Object.entries({ ...stored, ...patch })
  const kept = all.flatMap(([model, price]) => (price === null ? [] : [[model, price] as const]))
  if (kept.length > 50)
    throw invalid('ai_settings.prices: at most 50 models; set those to null that are not used')
  return Object.fromEntries(kept)
}

/**
 * Stores and forgets keys. Where a provider's address changed, its key is forgotten unless a new one came along: nobody
 * gets at a stored key by having it sent to an address of theirs.
 */
export async function storeProviderKeys(
  tx: Tx,
  secretBox: SecretBox,
  orgId: string,
  {
    before,
    after,
    keys = {},
  }: { before: StoredAiSettings; after: StoredAiSettings; keys: AiSettingsPatch['provider_keys'] },
): Promise<void> {
  const moved = [before.provider ?? null, after.provider ?? null].flatMap((provider) =>
    provider !== null && addressOf(before, provider) !== addressOf(after, provider) ? [provider] : [],
  )
  for (const provider of new Set(moved)) await deleteProviderKey(tx, orgId, provider)
  for (const [provider, key] of Object.entries(keys))
    await storeProviderKey(tx, secretBox, orgId, { provider, key })
}

const addressOf = ({ provider, base_url }: StoredAiSettings, ofProvider: string): string | null =>
  provider === ofProvider ? (base_url ?? null) : null

/** Seals the key in the context of its row, instead of the one before; null forgets it. */
async function storeProviderKey(
  tx: Tx,
  secretBox: SecretBox,
  orgId: string,
  { provider, key }: { provider: string; key: string | null },
): Promise<void> {
  await deleteProviderKey(tx, orgId, provider)
  if (key === null) return
  const id = uuidv7()
  const sealed = secretBox.seal(key, contextOf(orgId, id))
  await insertProviderKey(tx, {
    org_id: orgId,
    id,
    provider,
    secret: sealed.bytes,
    secret_key_id: sealed.keyId,
  })
}

const contextOf = (orgId: string, rowId: string): SecretContext => ({
  orgId,
  rowId,
  field: 'ai_provider_keys.secret',
})

/** For the audit: which keys were stored or forgotten, and nothing of them. */
export function withoutKeys({ provider_keys, ...settings }: AiSettingsPatch): Record<string, unknown> {
  const deeds = Object.entries(provider_keys ?? {}).map(([provider, key]) => [
    provider,
    key === null ? 'forgotten' : 'stored',
  ])
  return { ...settings, ...(provider_keys && { provider_keys: Object.fromEntries(deeds) }) }
}

export function toAiSettings(stored: StoredAiSettings, providers_with_key: string[]): AiSettings {
  const { enabled = true, provider = null, model = null, base_url = null, prices = {} } = stored
  return { enabled, provider, model, base_url, prices, providers_with_key }
}
