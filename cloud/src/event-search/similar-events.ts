import type { SimilarEvent, SimilarEventQuery } from '@sightline/protocol'
import { z } from 'zod'
import { type EventFacts, readEventFacts } from '../analysis/event-facts.service.js'
import type { MediaUrls } from '../events/event.service.js'
import { type Caller, requireSite } from '../platform/caller.js'
import { toTimestamp, toTimestampOrNull } from '../platform/database/parsing.js'
import { missing } from '../platform/errors.js'
import { searchFor } from '../platform/full-text.repository.js'
import { decodeCursor, type Page, toPage } from '../platform/pagination.js'
import type { Platform } from '../platform/platform.js'
import { wallTime } from '../platform/wall-clock.js'
import { type Likened, type Likeness, likenessOf } from './likeness.js'
import {
  type AskedEvent,
  candidatesByWords,
  candidatesNear,
  findAskedEvent,
  listShown,
  type ShownRow,
  textSimilarities,
} from './similar.repository.js'
import { tellingWords } from './telling-words.js'

export interface SimilarDeps extends Pick<Platform, 'database' | 'keys'> {
  readonly mediaUrls: MediaUrls
}

/** A place in the list: after this score and id. */
const Place = z.object({ score: z.number(), id: z.uuid() })

/**
 * Events that are like one, the most alike first, each with the reasons. They are looked for among a bounded number of
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
  const db = deps.database.forOrg(orgId)
  const asked = await findAskedEvent(db, orgId, id)
  if (!asked) throw missing('event')
  requireSite(caller, asked.site_id, 'event')
  const list = `similar ${orgId} ${id} ${query.min_score} ${JSON.stringify(caller.siteIds?.toSorted() ?? null)}`
  const place = query.cursor === undefined ? null : decodeCursor(deps.keys, list, query.cursor, Place)

  const ranked = (await compareAll(deps, caller, asked)).filter(({ score }) => score >= query.min_score)
  const rest = place === null ? ranked : ranked.filter((one) => inOrder(place, one) < 0)
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
      placeOf: ({ score, id: last }) => ({ score, id: last }) satisfies z.infer<typeof Place>,
      toItem: ({ row, ...likeness }) => toSimilarEvent(row, likeness, deps, orgId),
    },
  )
}

type Ranked = Likeness & { readonly id: string }

/** The higher score first; of equals, the event that was made later. */
function inOrder(one: z.infer<typeof Place>, other: z.infer<typeof Place>): number {
  return other.score - one.score || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
}

async function compareAll(deps: SimilarDeps, caller: Caller, asked: AskedEvent): Promise<Ranked[]> {
  const { orgId } = caller
  const db = deps.database.forOrg(orgId)
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

/** Words of the description that are looked for together: the longest say the most. */
const wordsSearched = 4

async function candidatesAlikeInWords(
  { database }: SimilarDeps,
  caller: Caller,
  asked: AskedEvent,
  facts: EventFacts,
): Promise<string[]> {
  const labels = [...new Set([...facts.tags, ...facts.objects.map(({ label }) => label)])].slice(0, 20)
  const telling = tellingWords(facts.text)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, wordsSearched)
  return database.inOrg(caller.orgId, async (tx) => {
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
  { mediaUrls }: SimilarDeps,
  orgId: string,
): SimilarEvent {
  return {
    ...row,
    triggered_at: toTimestamp(row.triggered_at),
    acknowledged_at: toTimestampOrNull(row.acknowledged_at),
    snapshot_url: snapshot_id === null ? null : mediaUrls.urlOf(orgId, snapshot_id),
    score,
    explanation,
    parts,
  }
}
