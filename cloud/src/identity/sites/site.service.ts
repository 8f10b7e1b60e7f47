import type { PageQuery, Site, SiteCreate, SitePatch } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import { type Caller, requireSite } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { isSqlState } from '../../platform/database/sqlstate.js'
import { conflict, missing } from '../../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../../platform/pagination/page.js'
import type { Platform } from '../../platform/platform.js'
import { requireDatabaseZone } from '../../platform/time/database-zone.js'
import { storedTimezone } from '../../platform/time/stored-timezone.js'
import { recordAudit } from '../audit/audit.service.js'
import {
  countSites,
  findSite,
  insertSite,
  keepSites,
  pageOfSites,
  removeSite,
  type SiteRow,
  saveSite,
} from './site.repository.js'

type SiteDeps = Pick<Platform, 'database' | 'keys'>

const Position = z.object({ name: z.string(), id: z.uuid() })

/** The sites that the caller may see, by name. */
export async function listSites(deps: SiteDeps, caller: Caller, query: PageQuery): Promise<Page<Site>> {
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  const list = `sites ${caller.orgId}`
  const after = query.cursor === undefined ? null : decodeCursor(deps.keys, list, query.cursor, Position)
  const [rows, total] = await Promise.all([
    pageOfSites(db, caller, after, query.limit + 1),
    countSites(db, caller),
  ])
  return toPage(rows, {
    limit: query.limit,
    total,
    keys: deps.keys,
    list,
    positionOf: ({ name, id }) => ({ name, id }),
    toItem: toSite,
  })
}

/** @throws AppError missing, or forbidden outside the caller's sites */
export async function getSite(deps: SiteDeps, caller: Caller, id: string): Promise<Site> {
  const row = await findSite(deps.database.forOrg(caller.orgId), caller.orgId, id)
  if (!row) throw missing('site')
  requireSite(caller, row.id, 'site')
  return toSite(row)
}

/** @throws AppError invalid for a time zone that PostgreSQL does not know */
export function createSite(deps: SiteDeps, caller: Caller, body: SiteCreate): Promise<Site> {
  return deps.database.inOrg(caller.orgId, async (tx) => {
    await requireDatabaseZone(tx, body.timezone)
    const row = await insertSite(tx, { org_id: caller.orgId, id: uuidv7(), ...body })
    await recordAudit(tx, caller, 'site.created', {
      target: { kind: 'site', id: row.id },
      data: { name: row.name },
    })
    return toSite(row)
  })
}

/** @throws AppError missing; invalid for a time zone that PostgreSQL does not know */
export function updateSite(deps: SiteDeps, caller: Caller, id: string, patch: SitePatch): Promise<Site> {
  return deps.database.inOrg(caller.orgId, async (tx) => {
    await requireDatabaseZone(tx, patch.timezone)
    const row = await saveSite(tx, caller.orgId, id, patch)
    if (!row) throw missing('site')
    await recordAudit(tx, caller, 'site.updated', { target: { kind: 'site', id }, data: patch })
    return toSite(row)
  })
}

/** What other areas do when a site goes. */
export interface SiteHooks {
  /** Called in the transaction, before the row goes: what was deleted already of the site can be forgotten now. */
  onSiteRemoved: (tx: Tx, orgId: string, siteId: string) => Promise<void>
}

/** @throws AppError missing; conflict while a gateway, a camera or an event belongs to the site */
export async function deleteSite(
  { database, onSiteRemoved }: SiteDeps & SiteHooks,
  caller: Caller,
  id: string,
): Promise<void> {
  try {
    await database.inOrg(caller.orgId, async (tx) => {
      await onSiteRemoved(tx, caller.orgId, id)
      const name = await removeSite(tx, caller.orgId, id)
      if (name === undefined) throw missing('site')
      await recordAudit(tx, caller, 'site.deleted', { target: { kind: 'site', id }, data: { name } })
    })
  } catch (error) {
    if (isSqlState(error, 'foreignKeyViolation'))
      throw conflict('the site is in use: its gateways, cameras and events keep it', error)
    throw error
  }
}

/**
 * The organisation has all these sites, and keeps them until the transaction ends.
 * @throws AppError missing
 */
export async function requireSites(tx: Tx, orgId: string, siteIds: readonly string[]): Promise<void> {
  if (siteIds.length === 0) return
  const kept = await keepSites(tx, orgId, siteIds)
  if (kept.length < new Set(siteIds).size) throw missing('site')
}

function toSite(row: SiteRow): Site {
  return {
    id: row.id,
    name: row.name,
    timezone: storedTimezone(row.timezone) ?? row.timezone,
    address: row.address,
    created_at: toTimestamp(row.created_at),
  }
}
