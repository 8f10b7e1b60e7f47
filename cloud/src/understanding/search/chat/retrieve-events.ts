import type { EventQuestion, UnderstoodQuestion } from '@sightline/protocol'
import { filterOf as requireEventFilter } from '../../../events/event-filter.service.js'
import { timezoneOf } from '../../../identity/organisation/organisation.service.js'
import type { Caller } from '../../../platform/caller.js'
import { TimeSlice } from '../../../platform/concurrency/time-slice.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import type { Platform } from '../../../platform/platform.js'
import { type Joined, searchFor } from '../../../platform/text/full-text.repository.js'
import { readInZone } from '../../../platform/time/database-zone.js'
import { tagsOfLabel } from '../../labels/label.service.js'
import { type ParsedQuestion, parseQuestion } from './parse-question.js'
import {
  describeFound,
  type FoundFilter,
  type FoundRow,
  foundByWords,
  newestFound,
  type SearchHit,
} from './retrieve-events.repository.js'
import { listVisibleCameras, type VisibleCamera } from './visible-cameras.repository.js'

/** What was found for a question, the best first. */
export interface Found {
  readonly events: readonly FoundRow[]
  readonly understood: UnderstoodQuestion
}

/** Events that an answer is made from at most. */
const eventsAtMost = 20
/** Events that one way of searching brings. */
const eachWay = 60
/** Hours of the day alone are searched so far back. */
const dailyLookBackMs = 31 * 24 * 60 * 60 * 1000
/** What a named camera is worth beside words. */
const namedCameraRank = 0.5

/**
 * Searches for the events of a question within the caller's sites: by its words where it has any, else the newest of the
 * time and place that it names.
 * @throws AppError missing or forbidden for a camera or site that is not the caller's
 */
export async function retrieveEvents(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  caller: Caller,
  asked: EventQuestion,
): Promise<Found> {
  const { orgId } = caller
  const db = database.serving('reads').forOrg(orgId)
  const given = await requireEventFilter({ db, tagsOfLabel }, caller, asked)
  const cameras = (await listVisibleCameras(db, { orgId, siteIds: given.siteIds })).filter(
    ({ cameraId }) => given.camera_id === undefined || given.camera_id === cameraId,
  )
  const timezone = commonTimezone(cameras) ?? (await timezoneOf(db, orgId))
  const understood = await parseQuestion(asked.question, asked.history ?? [], {
    now: clock.now(),
    timezone,
    cameras,
    timeSlice: new TimeSlice(clock),
  })
  const filter = filterOf(given, understood, timezone, clock.now())
  const shown = toUnderstood(understood, filter, timezone)
  if (given.siteIds?.length === 0) return { events: [], understood: shown }
  const found = await readInZone(timezone, (zone) => {
    const daily = filter.daily && { ...filter.daily, timezone: zone }
    return searchEvents({ database }, orgId, understood, { ...filter, daily })
  })
  const best = ranked(found, understood).slice(0, eventsAtMost)
  const rows = new Map((await describeFound(db, orgId, filter, best)).map((row) => [row.id, row]))
  return { events: best.flatMap((id) => rows.get(id) ?? []), understood: shown }
}

type Given = Awaited<ReturnType<typeof requireEventFilter>>

/** The clock of the cameras in question, if all have the same. */
function commonTimezone(cameras: readonly VisibleCamera[]): string | undefined {
  const [first, ...others] = new Set(cameras.map(({ timezone }) => timezone))
  return others.length === 0 ? first : undefined
}

/** What the question names narrows what the caller's filters admit, and never widens it. */
function filterOf(given: Given, understood: ParsedQuestion, timezone: string, now: number): FoundFilter {
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

async function searchEvents(
  { database }: Pick<Platform, 'database'>,
  orgId: string,
  { words, cameras, nameWords }: ParsedQuestion,
  filter: FoundFilter,
): Promise<SearchHit[]> {
  const there = { ...filter, cameraIds: cameras.map(({ cameraId }) => cameraId) }
  const otherWords = words.filter((word) => !nameWords.includes(word))
  const found = await database.serving('reads').inOrg(orgId, async (tx) => {
    const ranking = await searchFor(tx, words, 'any')
    if (ranking === null) return []
    const ways: { within: FoundFilter; words: readonly string[]; joined: Joined }[] = [
      { within: filter, words, joined: 'all' },
      { within: there, words: cameras.length > 0 ? otherWords : [], joined: 'any' },
      // Each word by itself, so that one that is everywhere does not hide one that is rare.
      ...words.map((word) => ({ within: filter, words: [word], joined: 'any' as const })),
    ]
    const all: SearchHit[] = []
    for (const way of ways) {
      const query = await searchFor(tx, way.words, way.joined)
      if (query === null) continue
      all.push(...(await foundByWords(tx, orgId, way.within, { query, ranking, limit: eachWay })))
    }
    return all
  })
  // Time and camera say enough where nothing else is asked.
  if (otherWords.length > 0) return found
  const newest = await newestFound(
    database.serving('reads').forOrg(orgId),
    orgId,
    cameras.length > 0 ? there : filter,
    eachWay,
  )
  return [...newest, ...found]
}

/** Ids, the best first; of equals the newest. */
function ranked(found: readonly SearchHit[], { cameras }: ParsedQuestion): string[] {
  const named = new Set(cameras.map(({ cameraId }) => cameraId))
  const score = ({ rank, cameraId }: SearchHit) => rank + (named.has(cameraId) ? namedCameraRank : 0)
  const once = new Map(found.map((hit) => [hit.id, hit]))
  return [...once.values()]
    .toSorted((one, other) => score(other) - score(one) || other.at.getTime() - one.at.getTime())
    .map(({ id }) => id)
}

function toUnderstood(
  { words, cameras, daily }: ParsedQuestion,
  { from, before }: FoundFilter,
  timezone: string,
): UnderstoodQuestion {
  return {
    words: [...words],
    from: from && toTimestamp(from),
    before: before && toTimestamp(before),
    daily,
    cameras: cameras.slice(0, 20).map(({ cameraName }) => cameraName),
    timezone,
  }
}
