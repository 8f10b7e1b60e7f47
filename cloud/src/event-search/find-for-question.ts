import type { EventQuestion, UnderstoodQuestion } from '@sightline/protocol'
import { requireEventFilter } from '../events/event.service.js'
import { timezoneOf } from '../organisation/organisation.service.js'
import type { Caller } from '../platform/caller.js'
import { toTimestamp } from '../platform/database/parsing.js'
import { type Joined, searchFor } from '../platform/full-text.repository.js'
import type { Platform } from '../platform/platform.js'
import {
  describeFound,
  type FoundFilter,
  type FoundPlace,
  type FoundRow,
  foundByWords,
  newestFound,
} from './found-events.repository.js'
import { listPlaces, type PlaceRow } from './question-places.repository.js'
import { type Understood, understandQuestion } from './understand-question.js'

/** What was found for a question, the best first. */
export interface Found {
  readonly events: readonly FoundRow[]
  readonly understood: UnderstoodQuestion
}

/** Events that an answer is made from at most. */
const eventsAtMost = 20
/** Events that one way of searching brings. */
const eachWay = 60
/** Hours of the day alone are looked for so far back. */
const dailyLookBackMs = 31 * 24 * 60 * 60 * 1000
/** What a named camera is worth beside words. */
const placeRank = 0.5

/**
 * Looks for the events of a question within the caller's sites: by its words where it has any, else the newest of the
 * time and place that it names.
 * @throws AppError missing or forbidden for a camera or site that is not the caller's
 */
export async function findForQuestion(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  caller: Caller,
  asked: EventQuestion,
): Promise<Found> {
  const { orgId } = caller
  const db = database.forOrg(orgId)
  const given = await requireEventFilter(db, caller, asked)
  const places = (await listPlaces(db, { orgId, siteIds: given.siteIds })).filter(
    ({ cameraId }) => given.camera_id === undefined || given.camera_id === cameraId,
  )
  const timezone = commonTimezone(places) ?? (await timezoneOf(db, orgId))
  const understood = understandQuestion(asked.question, asked.history ?? [], {
    now: clock.now(),
    timezone,
    places,
  })
  const filter = filterOf(given, understood, timezone, clock.now())
  const shown = toUnderstood(understood, filter, timezone)
  if (given.siteIds?.length === 0) return { events: [], understood: shown }
  const found = await lookFor({ database }, orgId, understood, filter)
  const best = ranked(found, understood).slice(0, eventsAtMost)
  const rows = new Map((await describeFound(db, orgId, filter, best)).map((row) => [row.id, row]))
  return { events: best.flatMap((id) => rows.get(id) ?? []), understood: shown }
}

type Given = Awaited<ReturnType<typeof requireEventFilter>>

/** The clock of the cameras in question, if all have the same. */
function commonTimezone(places: readonly PlaceRow[]): string | undefined {
  const [first, ...others] = new Set(places.map(({ timezone }) => timezone))
  return others.length === 0 ? first : undefined
}

/** What the question names narrows what the caller's filters admit, and never widens it. */
function filterOf(given: Given, understood: Understood, timezone: string, now: number): FoundFilter {
  const { daily } = understood
  const from = latest(given.from, understood.from)
  const before = earliest(given.before, understood.before)
  return {
    siteIds: given.siteIds,
    cameraIds: given.camera_id === undefined ? null : [given.camera_id],
    category: given.event_category ?? null,
    from: from ?? (daily === null ? null : new Date((before?.getTime() ?? now) - dailyLookBackMs)),
    before,
    daily: daily && { ...daily, timezone },
  }
}

function latest(given: Date | null, spoken: number | null): Date | null {
  if (spoken === null) return given
  return given !== null && given.getTime() > spoken ? given : new Date(spoken)
}

function earliest(given: Date | null, spoken: number | null): Date | null {
  if (spoken === null) return given
  return given !== null && given.getTime() < spoken ? given : new Date(spoken)
}

async function lookFor(
  { database }: Pick<Platform, 'database'>,
  orgId: string,
  { words, places, placeWords }: Understood,
  filter: FoundFilter,
): Promise<FoundPlace[]> {
  const there = { ...filter, cameraIds: places.map(({ cameraId }) => cameraId) }
  const otherWords = words.filter((word) => !placeWords.includes(word))
  const found = await database.inOrg(orgId, async (tx) => {
    const ranking = await searchFor(tx, words, 'any')
    if (ranking === null) return []
    const ways: { within: FoundFilter; words: readonly string[]; joined: Joined }[] = [
      { within: filter, words, joined: 'all' },
      { within: there, words: places.length > 0 ? otherWords : [], joined: 'any' },
      // Each word by itself, so that one that is everywhere does not hide one that is rare.
      ...words.map((word) => ({ within: filter, words: [word], joined: 'any' as const })),
    ]
    const all: FoundPlace[] = []
    for (const way of ways) {
      const query = await searchFor(tx, way.words, way.joined)
      if (query === null) continue
      all.push(...(await foundByWords(tx, orgId, way.within, { query, ranking, limit: eachWay })))
    }
    return all
  })
  // Time and place say enough where nothing else is asked.
  if (otherWords.length > 0) return found
  const newest = await newestFound(database.forOrg(orgId), orgId, places.length > 0 ? there : filter, eachWay)
  return [...newest, ...found]
}

/** Ids, the best first; of equals the newest. */
function ranked(found: readonly FoundPlace[], { places }: Understood): string[] {
  const named = new Set(places.map(({ cameraId }) => cameraId))
  const score = ({ rank, cameraId }: FoundPlace) => rank + (named.has(cameraId) ? placeRank : 0)
  const once = new Map(found.map((place) => [place.id, place]))
  return [...once.values()]
    .toSorted((one, other) => score(other) - score(one) || other.at.getTime() - one.at.getTime())
    .map(({ id }) => id)
}

function toUnderstood(
  { words, places, daily }: Understood,
  { from, before }: FoundFilter,
  timezone: string,
): UnderstoodQuestion {
  return {
    words: [...words],
    from: from && toTimestamp(from),
    before: before && toTimestamp(before),
    daily,
    cameras: places.slice(0, 20).map(({ cameraName }) => cameraName),
    timezone,
  }
}
