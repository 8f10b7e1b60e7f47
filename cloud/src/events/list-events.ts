import type { EventListQuery } from '@sightline/protocol'
import { z } from 'zod'
import type { Caller } from '../platform/caller.js'
import { searchAsTyped, searchFew } from '../platform/full-text.repository.js'
import { decodeCursor, encodeCursor } from '../platform/pagination.js'
import type { EventFilter } from './event-conditions.repository.js'
import type { EventDeps, MediaUrls } from './event-deps.js'
import { filterOf } from './event-filter.js'
import { type EventPageText, type EventPosition, pageOfEvents } from './event-page.repository.js'

/** A place in the list, and the total that the first page counted. */
const Place = z.object({ at: z.string().max(40), id: z.uuid(), total: z.number().int() })

const emptyPage = Buffer.from('{"data":[],"next_cursor":null,"total":0}')

/**
 * Events that the caller may see, newest first, as the JSON text of an `EventPage` in UTF-8.
 * @throws AppError invalid for a foreign cursor; missing or forbidden for a site or camera that is not the caller's
 */
export async function listEvents(deps: EventDeps, caller: Caller, query: EventListQuery): Promise<Buffer> {
  const { orgId } = caller
  const db = deps.database.forOrg(orgId)
  const filter: EventFilter = {
    ...(await filterOf(db, caller, query)),
    ...(query.q !== undefined && { words: query.q }),
  }
  if (filter.siteIds?.length === 0) return emptyPage
  const list = `events ${orgId} ${JSON.stringify(filter)}`
  const place = query.cursor === undefined ? null : decodeCursor(deps.keys, list, query.cursor, Place)
  const wanted = { after: place, limit: query.limit, withTotal: place === null }
  const page =
    query.q === undefined
      ? await pageOfEvents(db, orgId, filter, wanted)
      : await pageWithWords(deps, orgId, query.q, filter, wanted)
  const lines = page.lines === null ? [] : page.lines.split('\n').map(lineOf)
  const shown = lines.slice(0, query.limit)
  const last = lines.length > query.limit ? shown.at(-1) : undefined
  const total = place?.total ?? page.total ?? 0
  const next = last && encodeCursor(deps.keys, list, { ...last.place, total } satisfies z.infer<typeof Place>)
  const data = shown.map((line) => itemOf(line, deps.mediaUrls, orgId)).join(',')
  return Buffer.from(`{"data":[${data}],"next_cursor":${JSON.stringify(next ?? null)},"total":${total}}`)
}

type Wanted = Parameters<typeof pageOfEvents>[3]

/** Searches first: what follows in the transaction sees the words of matching events only. */
function pageWithWords(
  { database }: EventDeps,
  orgId: string,
  words: string,
  filter: EventFilter,
  wanted: Wanted,
): Promise<EventPageText> {
  return database.inOrg(orgId, async (tx) => {
    const query = await searchAsTyped(tx, words)
    if (query === null) return { lines: null, total: wanted.withTotal ? 0 : null }
    const few = await searchFew(tx, orgId, query)
    return pageOfEvents(tx, orgId, few === null ? filter : { ...filter, among: few }, wanted)
  })
}

/** Tells lists apart: those who get the same key get the same text. */
export function listKey({ orgId, kind, siteIds }: Caller, query: EventListQuery): string {
  return JSON.stringify([orgId, kind, siteIds?.toSorted() ?? null, query])
}

interface Line {
  readonly place: EventPosition
  readonly snapshotId: string | null
  /** A JSON object that begins with its id. */
  readonly item: string
}

/** Takes a line of `EventPageText` apart. */
function lineOf(line: string): Line {
  const [first, second] = [line.indexOf(' '), line.indexOf(' ', line.indexOf(' ') + 1)]
  const snapshot = line.slice(first + 1, second)
  const item = line.slice(second + 1)
  const idAt = '{"id":"'.length
  return {
    place: { at: line.slice(0, first), id: item.slice(idAt, idAt + 36) },
    snapshotId: snapshot === '-' ? null : snapshot,
    item,
  }
}

/** Puts the signed link of its snapshot into an item. */
function itemOf({ item, snapshotId }: Line, urls: MediaUrls, orgId: string): string {
  const url = snapshotId === null ? 'null' : JSON.stringify(urls.urlOf(orgId, snapshotId))
  return `${item.slice(0, -1)},"snapshot_url":${url}}`
}
