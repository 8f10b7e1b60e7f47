import type { EventExportQuery } from '@sightline/protocol'
import { recordAudit } from '../../identity/audit/audit.service.js'
import type { Caller } from '../../platform/caller.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { retryWhileUnavailable } from '../../platform/database/retry-while-unavailable.js'
import { AppError } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { csvLine } from '../../platform/text/csv.js'
import { filterOf, type TagsOfLabel } from '../event-filter.service.js'
import { withWords } from '../search-words.js'
import {
  type ExportedEvent,
  idCount,
  idsBetween,
  idsOfMatching,
  listExported,
} from './event-export.repository.js'

interface ExportDeps extends Pick<Platform, 'database' | 'config' | 'clock'> {
  readonly tagsOfLabel: TagsOfLabel
}

/** Events read at once. */
const batch = 500

/** In the order of the published interface. */
const columns = {
  id: (event) => event.id,
  camera_id: (event) => event.camera_id,
  camera_name: (event) => event.camera_name,
  event_category: (event) => event.event_category,
  trigger_topic: (event) => event.trigger_topic,
  trigger_source: (event) => event.trigger_source,
  triggered_at: (event) => toTimestamp(event.triggered_at),
  duration_sec: (event) => event.duration_sec,
  summary: (event) => event.summary,
  tags: (event) => event.tags,
  ai_status: (event) => event.ai_status,
  acknowledged: (event) => event.acknowledged,
  starred: (event) => event.starred,
} satisfies Record<string, (event: ExportedEvent) => Parameters<typeof csvLine>[0][number]>

/**
 * The events that match, newest first, as lines of CSV under a line of names. Which events these are is settled and
 * audited before the first line (docs/decisions/0025); they are read batch by batch as the reader takes them, and no
 * transaction or client of the database is held in between. Events deleted meanwhile are left out.
 * @param signal aborts when the reader is gone
 * @throws AppError too_large if more match than the setting admits; missing or forbidden as `filterOf`
 */
export async function exportEvents(
  { database, config, clock, tagsOfLabel }: ExportDeps,
  caller: Caller,
  query: EventExportQuery,
  signal: AbortSignal,
): Promise<AsyncIterable<string>> {
  const { orgId } = caller
  const db = database.serving('reads').forOrg(orgId)
  const filter = await filterOf({ db, tagsOfLabel }, caller, query)
  const most = config.eventExportMaxRows
  const ids = await database.serving('reads').inOrg(orgId, async (tx) => {
    const wanted = query.q === undefined ? filter : await withWords(tx, orgId, filter, query.q)
    const matching = wanted === null ? noIds : await idsOfMatching(tx, orgId, wanted, most + 1)
    if (idCount(matching) > most) throw tooMany(most)
    const audited = { filter: query, count: idCount(matching) }
    await recordAudit(tx, caller, 'event.exported', { data: audited })
    return matching
  })
  const read = (from: number, to: number) => listExported(db, orgId, idsBetween(ids, from, to))
  return linesOf((from, to) => retryWhileUnavailable(clock, signal, () => read(from, to)), idCount(ids))
}

const noIds = Buffer.alloc(0)

const tooMany = (most: number) =>
  new AppError('too_large', `more than ${most} events match: narrow the filter, by dates for instance`)

async function* linesOf(
  read: (from: number, to: number) => Promise<ExportedEvent[]>,
  count: number,
): AsyncGenerator<string, void> {
  yield csvLine(Object.keys(columns))
  for (let from = 0; from < count; from += batch) {
    const events = await read(from, Math.min(count, from + batch))
    yield events.map((event) => csvLine(Object.values(columns).map((cell) => cell(event)))).join('')
  }
}
