import type { Organisation, OrganisationPatch } from '@sightline/protocol'
import { recordAudit } from '../audit/audit.service.js'
import type { Caller } from '../platform/caller.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { invalid, missing } from '../platform/errors.js'
import type { OutboundHttp } from '../platform/outbound-http/outbound-http.js'
import type { Platform } from '../platform/platform.js'
import { mergedAiSettings, storeProviderKeys, toAiSettings, withoutKeys } from './ai-settings.js'
import {
  findOrganisation,
  listProvidersWithKey,
  lockOrganisationRow,
  type OrganisationRow,
  saveOrganisation,
} from './organisation.repository.js'

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

/** What changing an organisation needs. */
export interface OrganisationDeps extends Pick<Platform, 'database' | 'secretBox'> {
  readonly outbound: Pick<OutboundHttp, 'refusal'>
}

/**
 * Changes what the patch names; within the AI settings too, the rest stays.
 * @throws AppError invalid for an address of models that may not be reached
 */
export async function updateOrganisation(
  { database, secretBox, outbound }: OrganisationDeps,
  { orgId, actor }: Caller,
  patch: OrganisationPatch,
): Promise<Organisation> {
  const { ai_settings: aiPatch, ...change } = patch
  const address = aiPatch?.base_url ?? null
  const refusal = address === null ? null : await outbound.refusal(address)
  if (refusal !== null) throw invalid(`ai_settings.base_url: ${refusal}`)
  return database.inOrg(orgId, async (tx) => {
    const row = await lockOrganisationRow(tx, orgId)
    if (!row) throw missing('organisation')
    const aiSettings = mergedAiSettings(row.ai_settings, aiPatch ?? {})
    const saved = await saveOrganisation(tx, orgId, { ...change, ai_settings: JSON.stringify(aiSettings) })
    await storeProviderKeys(tx, secretBox, orgId, {
      before: row.ai_settings,
      after: aiSettings,
      keys: aiPatch?.provider_keys,
    })
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
