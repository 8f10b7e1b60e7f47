import type {
  ServiceAccount,
  ServiceAccountCreate,
  ServiceAccountCreated,
  ServiceAccountKeyRotated,
  SiteAccess,
} from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { type Caller, requireNotAbove } from '../../platform/caller.js'
import { mapInTurns } from '../../platform/concurrency/time-slice.js'
import type { Tx } from '../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../platform/database/parsing.js'
import { conflict, missing } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { makeApiKey, shownPrefix } from '../../platform/secrets/api-key.js'
import { systemClock } from '../../platform/time/clock.js'
import { recordAudit } from '../audit/audit.service.js'
import { accessChanged } from '../auth/access-changed.service.js'
import { requireSites } from '../sites/site.service.js'
import {
  findServiceAccount,
  insertKey,
  insertServiceAccount,
  listAccountSites,
  listServiceAccountRows,
  lockServiceAccount,
  markDisabled,
  replaceAccountSites,
  revokeKeys,
  type ServiceAccountRow,
} from './service-account.repository.js'

type ServiceAccountDeps = Pick<Platform, 'database'>

const warning = 'Store this key now: it is shown this once and cannot be read again.'

/** All accounts of the organisation, disabled ones too. */
export async function listServiceAccounts(
  { database }: ServiceAccountDeps,
  { orgId }: Caller,
): Promise<{ data: ServiceAccount[]; total: number }> {
  const rows = await listServiceAccountRows(database.serving('reads').forOrg(orgId), orgId)
  return { data: await mapInTurns(systemClock, rows, toServiceAccount), total: rows.length }
}

/** @throws AppError missing */
export async function getServiceAccount(
  { database }: ServiceAccountDeps,
  { orgId }: Caller,
  id: string,
): Promise<ServiceAccount> {
  const row = await findServiceAccount(database.forOrg(orgId), orgId, id)
  if (!row) throw missing('service account')
  return toServiceAccount(row)
}

/**
 * Makes an account with its key, which is shown this once. Sites matter to viewers only.
 * @throws AppError forbidden for a role above the caller's own; missing for a site of another organisation
 */
export function createServiceAccount(
  { database }: ServiceAccountDeps,
  caller: Caller,
  { name, role, site_ids }: ServiceAccountCreate,
): Promise<ServiceAccountCreated> {
  requireNotAbove(caller, role)
  const { orgId } = caller
  const siteIds = role === 'viewer' ? [...new Set(site_ids)] : []
  return database.inOrg(orgId, async (tx) => {
    await requireSites(tx, orgId, siteIds)
    const row = await insertServiceAccount(tx, { org_id: orgId, id: uuidv7(), name, role })
    await replaceAccountSites(tx, orgId, row.id, siteIds)
    const api_key = await issueKey(tx, orgId, row.id)
    const made = { name, role, key_prefix: api_key.key_prefix, site_ids: siteIds }
    await recordAudit(tx, caller, 'service_account.created', { target: targetOf(row.id), data: made })
    return {
      service_account: { id: row.id, name, role, created_at: toTimestamp(row.created_at) },
      api_key,
    }
  })
}

/**
 * Gives the account another key. The one before is void from COMMIT on, without overlap; of calls at once each voids
 * the key of the one before it.
 * @throws AppError missing; forbidden for an account above the caller; conflict for a disabled one
 */
export function rotateServiceAccountKey(
  { database }: ServiceAccountDeps,
  caller: Caller,
  id: string,
): Promise<ServiceAccountKeyRotated> {
  const { orgId } = caller
  return database.inOrg(orgId, async (tx) => {
    const account = await lockForChange(tx, caller, id)
    if (account.disabled_at !== null) throw conflict('the service account is disabled; make a new one')
    await revokeKeys(tx, orgId, id)
    const api_key = await issueKey(tx, orgId, id)
    await recordAudit(tx, caller, 'service_account.key_rotated', {
      target: targetOf(id),
      data: {
        key_prefix: api_key.key_prefix,
      },
    })
    await accessChanged(tx, { orgId, kind: 'service_account', id })
    return { service_account: { id, name: account.name }, api_key }
  })
}

/**
 * Refuses the account's key for good. The account stays in the list; doing it twice changes nothing more.
 * @throws AppError missing; forbidden for an account above the caller
 */
export function disableServiceAccount(
  { database }: ServiceAccountDeps,
  caller: Caller,
  id: string,
): Promise<void> {
  const { orgId } = caller
  return database.inOrg(orgId, async (tx) => {
    const account = await lockForChange(tx, caller, id)
    if (account.disabled_at !== null) return
    await markDisabled(tx, orgId, id)
    await revokeKeys(tx, orgId, id)
    await recordAudit(tx, caller, 'service_account.disabled', { target: targetOf(id) })
    await accessChanged(tx, { orgId, kind: 'service_account', id })
  })
}

/** @throws AppError missing */
export async function getServiceAccountSites(
  { database }: ServiceAccountDeps,
  { orgId }: Caller,
  id: string,
): Promise<SiteAccess> {
  const db = database.forOrg(orgId)
  if (!(await findServiceAccount(db, orgId, id))) throw missing('service account')
  return { site_ids: await listAccountSites(db, orgId, id) }
}

/**
 * Puts these sites in place of those that the account had; it acts on the next request.
 * @throws AppError missing for the account or a site; forbidden for an account above the caller
 */
export function setServiceAccountSites(
  { database }: ServiceAccountDeps,
  caller: Caller,
  id: string,
  { site_ids }: SiteAccess,
): Promise<SiteAccess> {
  const { orgId } = caller
  const siteIds = [...new Set(site_ids)].toSorted()
  return database.inOrg(orgId, async (tx) => {
    await lockForChange(tx, caller, id)
    await requireSites(tx, orgId, siteIds)
    await replaceAccountSites(tx, orgId, id, siteIds)
    await recordAudit(tx, caller, 'service_account.site_access_changed', {
      target: targetOf(id),
      data: {
        site_ids: siteIds,
      },
    })
    await accessChanged(tx, { orgId, kind: 'service_account', id })
    return { site_ids: siteIds }
  })
}

async function lockForChange(tx: Tx, caller: Caller, id: string) {
  const account = await lockServiceAccount(tx, caller.orgId, id)
  if (!account) throw missing('service account')
  requireNotAbove(caller, account.role)
  return account
}

async function issueKey(tx: Tx, orgId: string, accountId: string) {
  const key = makeApiKey('sa')
  await insertKey(tx, orgId, accountId, { id: uuidv7(), ...key })
  return { full_key: key.fullKey, key_prefix: shownPrefix('sa', key.prefix), warning }
}

const targetOf = (id: string) => ({ kind: 'service_account', id })

function toServiceAccount(row: ServiceAccountRow): ServiceAccount {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    key_prefix: row.prefix === null ? '' : shownPrefix('sa', row.prefix),
    created_at: toTimestamp(row.created_at),
    last_used_at: toTimestampOrNull(row.last_used_at),
    disabled: row.disabled_at !== null,
  }
}
