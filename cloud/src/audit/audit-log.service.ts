import type { AuditEntry, AuditQuery, PageQuery } from '@sightline/protocol'
import { z } from 'zod'
import { timezoneOf } from '../organisation/organisation.service.js'
import type { Caller } from '../platform/caller.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { dateRange } from '../platform/date-range.js'
import { decodeCursor, type Page, toPage } from '../platform/pagination.js'
import type { Platform } from '../platform/platform.js'
import {
  type AuditFilter,
  type AuditRow,
  type AuditSubject,
  countAuditEntries,
  pageOfAuditEntries,
} from './audit-log.repository.js'

type AuditDeps = Pick<Platform, 'database' | 'keys'>

const Place = z.object({ at: z.coerce.date(), id: z.uuid() })

/**
 * What was done in the organisation, newest first.
 * @throws AppError invalid for a cursor of another list or other filters
 */
export async function listAuditLog(
  deps: AuditDeps,
  caller: Caller,
  query: AuditQuery,
): Promise<Page<AuditEntry>> {
  const zone = await timezoneOf(deps.database.forOrg(caller.orgId), caller.orgId)
  return pageOf(deps, caller, query, {
    ...dateRange(query.date_from, query.date_to, zone),
    actorId: query.actor_id,
    actorKind: query.actor_kind,
    action: query.action,
    targetKind: query.target_kind,
    targetId: query.target_id,
  })
}

/** What was done to one thing, and what it did itself, newest first. Whether the caller may see it was asked before. */
export function listAuditLogAbout(
  deps: AuditDeps,
  caller: Caller,
  about: AuditSubject,
  query: PageQuery,
): Promise<Page<AuditEntry>> {
  return pageOf(deps, caller, query, { from: null, before: null, about })
}

async function pageOf(
  deps: AuditDeps,
  { orgId }: Caller,
  { cursor, limit }: PageQuery,
  filter: AuditFilter,
): Promise<Page<AuditEntry>> {
  const db = deps.database.forOrg(orgId)
  const list = `audit ${orgId} ${JSON.stringify(filter)}`
  const after = cursor === undefined ? null : decodeCursor(deps.keys, list, cursor, Place)
  const [rows, total] = await Promise.all([
    pageOfAuditEntries(db, orgId, filter, after, limit + 1),
    countAuditEntries(db, orgId, filter),
  ])
  return toPage(rows, {
    limit,
    total,
    keys: deps.keys,
    list,
    placeOf: ({ at, id }) => ({ at: toTimestamp(at), id }),
    toItem: toEntry,
  })
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: toTimestamp(row.at),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target_kind: row.target_kind,
    target_id: row.target_id,
    address: row.address,
    user_agent: row.user_agent,
    data: row.data,
  }
}
