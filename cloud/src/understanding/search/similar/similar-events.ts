import type { SimilarEvent, SimilarEventQuery } from '@sightline/protocol'
import { z } from 'zod'
import type { MediaLinks } from '../../../events/media/links/media-links.service.js'
import { type Caller, requireSite } from '../../../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { missing } from '../../../platform/errors.js'
import { decodeCursor, type Page, toPage } from '../../../platform/pagination/page.js'
import type { Platform } from '../../../platform/platform.js'
import { searchFor } from '../../../platform/text/full-text.repository.js'
import { wallTime } from '../../../platform/time/wall-clock.js'
import { readEventFacts } from '../../analysis/facts/event-facts.service.js'
import type { EventFacts } from '../../analysis/facts/event-facts.table.js'
import { searchTerms } from '../search-terms.js'
import { type Likened, type Likeness, likenessOf } from './likeness.js'
import {
  type AskedEvent,
  candidatesByWords,
  candidatesNear,
  findAskedEvent,
  listShown,
  type ShownRow,
  textSimilarities,
} from './similar-events.repository.js'

export interface SimilarDeps extends Pick<Platform, 'database' | 'keys'> {
  readonly mediaLinks: MediaLinks
}

/** A position in the list: after this score and id. */
const Position = z.object({ score: z.number(), id: z.uuid() })

/**
 * Events that are like one, the most alike first, each with the reasons. They are searched among a bounded number of
 * candidates: near in time, at the same hour of the days around, and with the same words.
 * @throws AppError missing; forbidden outside the caller's sites; invalid for a foreign cursor
 */
export async function similarEvents(
  deps: SimilarDeps,
  caller: Caller,
  id: string,
  query: SimilarEventQuery,
): Promise<Page<SimilarEvent>> {
  const { orgId } = caller
  const db = deps.database.serving('reads').forOrg(orgId)
  const asked = await findAskedEvent(db, orgId, id)
  if (!asked) throw missing('event')
  requireSite(caller, asked.site_id, 'event')
  const list = `similar ${orgId} ${id} ${query.min_score} ${JSON.stringify(caller.siteIds?.toSorted() ?? null)}`
  const position = query.cursor === undefined ? null : decodeCursor(deps.keys, list, query.cursor, Position)

  const ranked = (await compareAll(deps, caller, asked)).filter(({ score }) => score >= query.min_score)
  const rest = position === null ? ranked : ranked.filter((one) => inOrder(position, one) < 0)
  const page = rest.slice(0, query.limit + 1)
  const rows = await listShown(
    db,
    caller,
    page.map((one) => one.id),
  )
  const shown = new Map(rows.map((row) => [row.id, row]))
  return toPage(
    page.flatMap((one) => {
      const row = shown.get(one.id)
      return row ? [{ ...one, row }] : []
    }),
    {
      limit: query.limit,
      total: ranked.length,
      keys: deps.keys,
      list,
      positionOf: ({ score, id: last }) => ({ score, id: last }) satisfies z.infer<typeof Position>,
      toItem: ({ row, ...likeness }) => toSimilarEvent(row, likeness, deps, orgId),
    },
  )
}

type Ranked = Likeness & { readonly id: string }

/** The higher score first; of equals, the event that was made later. */
function inOrder(one: z.infer<typeof Position>, other: z.infer<typeof Position>): number {
  return other.score - one.score || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
}

async function compareAll(deps: SimilarDeps, caller: Caller, asked: AskedEvent): Promise<Ranked[]> {
  const { orgId } = caller
  const db = deps.database.serving('reads').forOrg(orgId)
  const askedFacts = (await readEventFacts(db, orgId, [asked.id])).get(asked.id)
  if (!askedFacts) throw missing('event')
  const ids = new Set(await candidatesNear(db, caller, asked))
  for (const id of await candidatesAlikeInWords(deps, caller, asked, askedFacts)) ids.add(id)
  const facts = await readEventFacts(db, orgId, [...ids])
  const texts =
    askedFacts.text === ''
      ? new Map<string, number>()
      : await textSimilarities(db, orgId, askedFacts.text, [...ids])
  const likened = toLikened(askedFacts)
  return [...facts.values()]
    .map((other) => ({
      id: other.event_id,
      ...likenessOf(likened, toLikened(other), texts.get(other.event_id) ?? 0),
    }))
    .toSorted(inOrder)
}

/** Words of the description that are searched together: the longest say the most. */
const wordsSearched = 4

async function candidatesAlikeInWords(
  { database }: SimilarDeps,
  caller: Caller,
  asked: AskedEvent,
  facts: EventFacts,
): Promise<string[]> {
  const labels = [...new Set([...facts.tags, ...facts.objects.map(({ label }) => label)])].slice(0, 20)
  const telling = searchTerms(facts.text)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, wordsSearched)
  return database.serving('reads').inOrg(caller.orgId, async (tx) => {
    const queries = [
      await searchFor(tx, labels, 'all'),
      await searchFor(tx, labels, 'any'),
      await searchFor(tx, telling, 'all'),
    ]
    const found: string[] = []
    for (const query of new Set(queries)) {
      if (query !== null) found.push(...(await candidatesByWords(tx, caller, asked, query)))
    }
    return found
  })
}

function toLikened(facts: EventFacts): Likened {
  return {
    tags: facts.tags,
    objects: facts.objects,
    hasText: facts.text !== '',
    minuteOfDay: wallTime(facts.triggered_at, facts.timezone).minute,
    category: facts.category,
    cameraId: facts.camera_id,
    cameraName: facts.camera_name,
    siteId: facts.site_id,
    siteName: facts.site_name,
  }
}

function toSimilarEvent(
  { snapshot_id, ...row }: ShownRow,
  { score, parts, explanation }: Likeness,
  { mediaLinks }: SimilarDeps,
  orgId: string,
): SimilarEvent {
  return {
    ...row,
    triggered_at: toTimestamp(row.triggered_at),
    acknowledged_at: toTimestampOrNull(row.acknowledged_at),
    snapshot_url: snapshot_id === null ? null : mediaLinks.urlOf(orgId, snapshot_id),
    score,
    explanation,
    parts,
  }
}
