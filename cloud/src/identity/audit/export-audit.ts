import type { AuditEntry, AuditExportQuery } from '@sightline/protocol'
import type { Caller } from '../../platform/caller.js'
import { retryWhileUnavailable } from '../../platform/database/retry-while-unavailable.js'
import type { Platform } from '../../platform/platform.js'
import { type CsvCell, csvLine } from '../../platform/text/csv.js'
import { recordAudit } from './audit.service.js'
import { type AuditRow, pageOfAuditEntries } from './audit-log.repository.js'
import { auditFilterOf, toEntries } from './audit-log.service.js'

type ExportDeps = Pick<Platform, 'database' | 'clock'>

/** Entries read at once. */
const batch = 500

const columns = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  action: ({ action }) => action,
  target_kind: (entry) => entry.target_kind,
  target_id: (entry) => entry.target_id,
  target_name: (entry) => entry.target_name,
  target_at: (entry) => entry.target_at,
  address: ({ address }) => address,
  user_agent: (entry) => entry.user_agent,
  data: ({ data }) => JSON.stringify(data),
} satisfies Record<string, (entry: AuditEntry) => CsvCell>

const writers = {
  csv: {
    head: csvLine(Object.keys(columns)),
    line: (entry: AuditEntry) => csvLine(Object.values(columns).map((cell) => cell(entry))),
  },
  jsonl: { head: '', line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n` },
} as const

/**
 * What was done in the organisation, newest first, as lines of CSV or JSON. Entries never change and new ones come before the
 * first, so that they are read batch by batch as the reader takes them; no transaction is held in between. The export itself is
 * audited before its first line, and is not in it.
 * @param signal aborts when the reader is gone
 */
export async function exportAudit(
  { database, clock }: ExportDeps,
  caller: Caller,
  { format, ...query }: AuditExportQuery,
  signal: AbortSignal,
): Promise<AsyncIterable<string>> {
  const { orgId } = caller
  const db = database.serving('reads').forOrg(orgId)
  const filter = await auditFilterOf(db, orgId, query)
  const read = (after: AuditRow | null) => pageOfAuditEntries(db, orgId, filter, { after, limit: batch })
  const first = await read(null)
  await database.inOrg(orgId, (tx) =>
    recordAudit(tx, caller, 'audit_log.exported', { data: { filter: query, format } }),
  )
  const again = <T>(part: () => Promise<T>) => retryWhileUnavailable(clock, signal, part)
  const { head, line } = writers[format]
  return linesOf()

  async function* linesOf(): AsyncGenerator<string, void> {
    if (head !== '') yield head
    for (let rows = first; rows.length > 0; ) {
      const entries = await again(() => toEntries(db, orgId, rows))
      yield entries.map(line).join('')
      const last = rows.at(-1)
      rows = last && rows.length === batch ? await again(() => read(last)) : []
    }
  }
}
