import type { Organisation, OrganisationPatch } from '@sightline/protocol'
import type { Caller } from '../../platform/caller.js'
import type { Config } from '../../platform/config.js'
import type { Db } from '../../platform/database/handles.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { invalid, missing } from '../../platform/errors.js'
import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.js'
import type { Platform } from '../../platform/platform.js'
import { requireDatabaseZone } from '../../platform/time/database-zone.js'
import { storedTimezone } from '../../platform/time/stored-timezone.js'
import { recordAudit } from '../audit/audit.service.js'
import { mergedAiSettings, storeProviderKeys, toAiSettings, withoutKeys } from './ai-settings.service.js'
import {
  findOrganisation,
  findStoredBytes,
  listProvidersWithKey,
  lockOrganisationRow,
  type OrganisationRow,
  saveOrganisation,
} from './organisation.repository.js'

/** The caller's organisation. Of the keys of AI providers it shows which there are. */
export async function getOrganisation(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  { orgId }: Caller,
): Promise<Organisation> {
  const db = database.forOrg(orgId)
  const row = await findOrganisation(db, orgId)
  if (!row) throw missing('organisation')
  return toOrganisation(row, await listProvidersWithKey(db, orgId), await serviceOf(db, orgId, config))
}

/** What changing an organisation needs. */
interface OrganisationDeps extends Pick<Platform, 'database' | 'secretBox' | 'config'> {
  readonly outbound: Pick<OutboundHttp, 'refusal'>
}

/**
 * Changes what the patch names; within the AI settings too, the rest stays.
 * @throws AppError invalid for an address of models that may not be reached, or a time zone that PostgreSQL does not know
 */
export async function updateOrganisation(
  { database, secretBox, outbound, config }: OrganisationDeps,
  { orgId, actor }: Caller,
  patch: OrganisationPatch,
): Promise<Organisation> {
  const { ai_settings: aiPatch, ...change } = patch
  const address = aiPatch?.base_url ?? null
  const refusal = address === null ? null : await outbound.refusal(address)
  if (refusal !== null) throw invalid(`ai_settings.base_url: ${refusal}`)
  return database.inOrg(orgId, async (tx) => {
    await requireDatabaseZone(tx, change.timezone)
    const row = await lockOrganisationRow(tx, orgId)
    if (!row) throw missing('organisation')
    const aiSettings = mergedAiSettings(row.ai_settings, aiPatch ?? {})
    const saved = await saveOrganisation(tx, orgId, { ...change, ai_settings: JSON.stringify(aiSettings) })
    await storeProviderKeys(tx, secretBox, orgId, {
      before: row.ai_settings,
      after: aiSettings,
      keys: aiPatch?.provider_keys,
    })
    await recordAudit(tx, { orgId, actor }, 'organisation.updated', {
      target: { kind: 'organisation', id: orgId },
      data: { ...change, ...(aiPatch && { ai_settings: withoutKeys(aiPatch) }) },
    })
    return toOrganisation(saved, await listProvidersWithKey(tx, orgId), await serviceOf(tx, orgId, config))
  })
}

/** What the service is and does for the organisation, beside what is set. */
type OfService = Pick<Organisation, 'sends_mail' | 'storage_used_bytes' | 'storage_quota_bytes'>

async function serviceOf(
  db: Db,
  orgId: string,
  { storageQuotaBytes, smtpUrl }: Pick<Config, 'storageQuotaBytes' | 'smtpUrl'>,
): Promise<OfService> {
  const used = await findStoredBytes(db, orgId)
  return { sends_mail: smtpUrl !== null, storage_used_bytes: used, storage_quota_bytes: storageQuotaBytes }
}

function toOrganisation(
  row: OrganisationRow,
  providersWithKey: string[],
  ofService: OfService,
): Organisation {
  return {
    id: row.id,
    name: row.name,
    timezone: storedTimezone(row.timezone) ?? row.timezone,
    clip_retention_days: row.clip_retention_days,
    event_retention_days: row.event_retention_days,
    notification_window_sec: row.notification_window_sec,
    require_second_factor: row.require_second_factor,
    ai_settings: toAiSettings(row.ai_settings, providersWithKey),
    ...ofService,
    created_at: toTimestamp(row.created_at),
  }
}
