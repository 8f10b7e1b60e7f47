import type { EventListQuery } from '@sightline/protocol'
import { z } from 'zod'
import type { Caller } from '../../platform/caller.js'
import { decodeCursor, encodeCursor } from '../../platform/pagination/page.js'
import type { EventFilter } from '../event-conditions.repository.js'
import { filterOf } from '../event-filter.service.js'
import type { MediaLinks } from '../media/links/media-links.service.js'
import { withWords } from '../search-words.js'
import type { EventDeps } from './event-deps.js'
import {
  type EventPageText,
  type EventPosition,
  pageOfEvents,
  type WantedPage,
} from './event-page.repository.js'

/** A position in the list, and the total that the first page counted. */
const Position = z.object({ at: z.string().max(40), id: z.uuid(), total: z.number().int() })

const emptyPage = Buffer.from('{"data":[],"next_cursor":null,"total":0}')

/**
 * Events that the caller may see, newest first, as the JSON text of an `EventPage` in UTF-8.
 * @throws AppError invalid for a foreign cursor; missing or forbidden for a site or camera that is not the caller's
 */
export async function listEvents(deps: EventDeps, caller: Caller, query: EventListQuery): Promise<Buffer> {
  const { orgId } = caller
  const db = deps.database.serving('reads').forOrg(orgId)
  const filter: EventFilter = {
    ...(await filterOf({ ...deps, db }, caller, query)),
    ...(query.q !== undefined && { words: query.q }),
  }
  if (filter.siteIds?.length === 0) return emptyPage
  const list = `events ${orgId} ${JSON.stringify(filter)}`
  const position = query.cursor === undefined ? null : decodeCursor(deps.keys, list, query.cursor, Position)
  const wanted: WantedPage = {
    after: position,
    limit: query.limit,
    withTotal: position === null,
    include: query.include ?? [],
  }
  const page =
    query.q === undefined
      ? await pageOfEvents(db, orgId, filter, wanted)
      : await pageWithWords(deps, orgId, { ...filter, words: query.q }, wanted)
  const lines = page.lines === null ? [] : page.lines.split('\n').map(lineOf)
  const shown = lines.slice(0, query.limit)
  const last = lines.length > query.limit ? shown.at(-1) : undefined
  const total = position?.total ?? page.total ?? 0
  const next =
    last && encodeCursor(deps.keys, list, { ...last.position, total } satisfies z.infer<typeof Position>)
  const data = shown.map((line) => itemOf(line, deps.mediaLinks, orgId)).join(',')
  return Buffer.from(`{"data":[${data}],"next_cursor":${JSON.stringify(next ?? null)},"total":${total}}`)
}

function pageWithWords(
  { database }: EventDeps,
  orgId: string,
  filter: EventFilter & { readonly words: string },
  wanted: WantedPage,
): Promise<EventPageText> {
  return database.serving('reads').inOrg(orgId, async (tx) => {
    const searched = await withWords(tx, orgId, filter, filter.words)
    return searched === null
      ? { lines: null, total: wanted.withTotal ? 0 : null }
      : pageOfEvents(tx, orgId, searched, wanted)
  })
}

/** The key of a list: those who get the same key get the same text. */
export function listKey({ orgId, kind, siteIds }: Caller, query: EventListQuery): string {
  return JSON.stringify([orgId, kind, siteIds?.toSorted() ?? null, query])
}

export interface Line {
  readonly position: EventPosition
  readonly snapshotId: string | null
  /** A JSON object that begins with its id. */
  readonly item: string
}

/** Takes a line of `EventPageText` apart. */
export function lineOf(line: string): Line {
  const [first, second] = [line.indexOf(' '), line.indexOf(' ', line.indexOf(' ') + 1)]
  const snapshot = line.slice(first + 1, second)
  const item = line.slice(second + 1)
  const idAt = '{"id":"'.length
  return {
    position: { at: line.slice(0, first), id: item.slice(idAt, idAt + 36) },
    snapshotId: snapshot === '-' ? null : snapshot,
    item,
  }
}

/** Puts the signed link of its snapshot into an item. */
export function itemOf({ item, snapshotId }: Line, urls: MediaLinks, orgId: string): string {
  const url = snapshotId === null ? 'null' : JSON.stringify(urls.urlOf(orgId, snapshotId))
  return `${item.slice(0, -1)},"snapshot_url":${url}}`
}
