import type { AuditEntry, AuditExportQuery, AuditQuery, PageQuery } from '@sightline/protocol'
import { z } from 'zod'
import type { Caller } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../platform/database/parsing.js'
import { decodeCursor, type Page, toPage } from '../../platform/pagination/page.js'
import type { Platform } from '../../platform/platform.js'
import { dateRange } from '../../platform/time/date-range.js'
import { timezoneOf } from '../organisation/organisation.service.js'
import {
  type AuditFilter,
  type AuditRow,
  type AuditSubject,
  countAuditEntries,
  pageOfAuditEntries,
} from './audit-log.repository.js'
import { type AuditTargetNow, listAuditTargets } from './audit-target.repository.js'

type AuditDeps = Pick<Platform, 'database' | 'keys'>

const Position = z.object({ at: z.coerce.date(), id: z.uuid() })

/**
 * What was done in the organisation, newest first.
 * @throws AppError invalid for a cursor of another list or other filters
 */
export async function listAuditLog(
  deps: AuditDeps,
  caller: Caller,
  query: AuditQuery,
): Promise<Page<AuditEntry>> {
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  return pageOf(deps, caller, query, await auditFilterOf(db, caller.orgId, query))
}

/** Which entries a query means. */
export async function auditFilterOf(
  db: Db,
  orgId: string,
  query: Omit<AuditExportQuery, 'format'>,
): Promise<AuditFilter> {
  const zone = await timezoneOf(db, orgId)
  return {
    ...dateRange(query.date_from, query.date_to, zone),
    actorId: query.actor_id,
    actorKind: query.actor_kind,
    action: query.action,
    targetKind: query.target_kind,
    targetId: query.target_id,
  }
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
  const db = deps.database.serving('reads').forOrg(orgId)
  const list = `audit ${orgId} ${JSON.stringify(filter)}`
  const after = cursor === undefined ? null : decodeCursor(deps.keys, list, cursor, Position)
  const [rows, total] = await Promise.all([
    pageOfAuditEntries(db, orgId, filter, { after, limit: limit + 1 }),
    countAuditEntries(db, orgId, filter),
  ])
  const entries = await toEntries(db, orgId, rows)
  return toPage(entries, {
    limit,
    total,
    keys: deps.keys,
    list,
    positionOf: ({ at, id }) => ({ at, id }),
    toItem: (entry) => entry,
  })
}

/** Entries as they are answered, with what they name as it is called now. */
export async function toEntries(db: Db, orgId: string, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const ids = new Set(rows.flatMap(({ target_id: id }) => id ?? []))
  const targets = await listAuditTargets(db, orgId, [...ids])
  const named = new Map(targets.map((target) => [target.id, target]))
  return rows.map((row) => toEntry(row, named.get(row.target_id ?? '')))
}

function toEntry(row: AuditRow, target: AuditTargetNow | undefined): AuditEntry {
  return {
    id: row.id,
    at: toTimestamp(row.at),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target_kind: row.target_kind,
    target_id: row.target_id,
    target_name: target?.name ?? null,
    target_at: toTimestampOrNull(target?.at ?? null),
    address: row.address,
    user_agent: row.user_agent,
    data: row.data,
  }
}
