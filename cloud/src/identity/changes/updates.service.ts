import type { NoticeKind } from '@sightline/protocol'
import { z } from 'zod'
import type { Caller } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import { unauthenticated } from '../../platform/errors.js'
import { decodeCursor, encodeCursor } from '../../platform/pagination/page.js'
import type { Platform } from '../../platform/platform.js'
import { credentialOf, findStanding } from '../auth/standing.service.js'
import { findCut, type Moment, readMoment } from './change.repository.js'
import { sitesThen } from './sites-then.js'
import {
  type LostSite,
  listOtherSites,
  listUpdates,
  readSiteChanges,
  type SiteChange,
  type UpdateRow,
} from './update.repository.js'
import {
  decodeUpdateToken,
  encodeUpdateToken,
  isKnownSince,
  nameOfSites,
  readAgain,
  type TokenMoment,
} from './update-token.js'

export type UpdateDeps = Pick<Platform, 'database' | 'keys' | 'secretBox' | 'clock'>

/** A resource at a site that went out of sight, in the order of the resource's own list. */
export interface LostRow {
  readonly id: string
  readonly at: string
}

/** A list that can be followed. */
export interface FollowedList {
  /** Names the list, for its cursors. */
  readonly name: string
  readonly kinds: readonly NoticeKind[]
  /** What of a site could be seen at a moment, in the order of the list. */
  readonly listLost: (db: Db, orgId: string, page: LostPage) => Promise<LostRow[]>
  /** How many of the list are told again for what changed, by its id; one each without. */
  readonly countTold?: (
    db: Db,
    orgId: string,
    updates: readonly UpdateRow[],
  ) => Promise<ReadonlyMap<string, number>>
}

export interface LostPage {
  readonly siteId: string
  readonly cameraId: string | undefined
  readonly knownAt: Date
  readonly after: LostRow | null
  readonly limit: number
}

export interface UpdatesQuery {
  readonly updated_since: string
  readonly cursor?: string | undefined
  readonly limit: number
  readonly camera_id?: string | undefined
  readonly site_id?: string | undefined
}

/** A page of what changed, by ids. */
export interface Updates {
  /** With the role and sites of now. */
  readonly caller: Caller
  /**
   * What changed, each once, the first change first. What of it is not in the list now is told as gone, also what was made
   * since: a list that was read after the token, or an answer of which a page got lost, may have shown it.
   */
  readonly changed: readonly string[]
  /** Of which kind what changed is, by its id: where a list is followed by more than its own. */
  readonly kinds: ReadonlyMap<string, NoticeKind>
  /** What went out of sight. */
  readonly lost: readonly string[]
  readonly nextCursor: string | null
  /** For the next time, once all pages are read; null after the first page. */
  readonly token: string | null
}

const Lost = z.object({ site: z.string(), at: z.string(), id: z.string() })
/** Where the next page begins: in what was lost, then in the log; and where the log ends for this time. */
const Position = z.object({
  lost: Lost.nullable(),
  log: z.object({ xid: z.string(), seq: z.number() }).nullable(),
  before: z.string(),
})
type Position = z.infer<typeof Position>

/** `updated_since` of somebody who has no token yet. */
export const updatesStart = 'start'

/**
 * Reads a page of a list that is followed from its begin, and the token to go on with; null after the first page. The token
 * is taken before the list is read: what changes between is told the next time.
 * @throws AppError gone if the caller sees other sites once it was read: what came to one that was taken away would never be
 *   told as gone
 */
export async function startUpdates<T>(
  deps: Pick<UpdateDeps, 'database' | 'secretBox' | 'clock'>,
  caller: Caller,
  { cursor, readPage }: { readonly cursor: string | undefined; readonly readPage: () => Promise<T> },
): Promise<{ readonly page: T; readonly token: string | null }> {
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  const token = cursor === undefined ? tokenOf(deps.secretBox, caller, await readMoment(db)) : null
  const page = await readPage()
  const now = await standingOf(deps, caller)
  if (nameOfSites(now.siteIds) !== nameOfSites(caller.siteIds))
    throw readAgain('you see other sites than when this was asked')
  return { page, token }
}

const tokenOf = (box: Platform['secretBox'], caller: Caller, moment: Moment): string =>
  encodeUpdateToken(box, caller.orgId, moment, caller.siteIds)

/**
 * One page of what changed in a list since the token. First the moment is taken and what changed of the access until then, then the
 * access itself: whatever happens between is told the next time.
 * @throws AppError invalid for a foreign token or cursor; gone if it is not known any more what changed
 */
export async function readUpdates(
  deps: UpdateDeps,
  caller: Caller,
  list: FollowedList,
  query: UpdatesQuery,
): Promise<Updates> {
  const { orgId } = caller
  const db = deps.database.serving('reads').forOrg(orgId)
  const since = decodeUpdateToken(deps.secretBox, orgId, query.updated_since)
  // Before its cursor is read, which was made with the same key or a later one.
  if (!since) throw readAgain('the key of this token was taken away')
  const cursorOf = `updates of ${list.name} ${orgId} ${query.updated_since}`
  const position =
    query.cursor === undefined ? null : decodeCursor(deps.keys, cursorOf, query.cursor, Position)
  const { moment, changes } = await readSiteChanges(db, orgId, principalOf(caller), since.snapshot)
  if (!isKnownSince(since, moment, null)) throw forgotten()
  const { now, ...access } = await accessSince(deps, db, caller, { since, moment, changes })
  // What is asked of one site is refused where that went out of sight.
  const lostSites = query.site_id === undefined ? access.lostSites : []
  const before = position?.before ?? String(moment.snapshot.xmax)
  const lost = await lostPage(db, orgId, list, { query, lostSites, position })
  const left = query.limit - lost.ids.length
  const window = {
    since: since.snapshot,
    before,
    after: position?.log ?? null,
    kinds: list.kinds,
    siteIds: query.site_id === undefined ? now.siteIds : [query.site_id],
    lostSites,
    cameraId: query.camera_id,
  }
  // Last: what was forgotten while this was read counts as well.
  const { updates: read, cut } =
    lost.next === null
      ? await listUpdates(db, orgId, window, left)
      : { updates: [], cut: await findCut(db, orgId) }
  if (!isKnownSince(since, moment, cut)) throw forgotten()
  const told = await list.countTold?.(db, orgId, read)
  const updates = told ? read.slice(0, fitting(read, told, left)) : read
  const next = nextOf(lost.next, updates, {
    isLast: read.length < left && updates.length === read.length,
    before,
  })
  return {
    caller: now,
    changed: [...new Set(updates.map(({ id }) => id))],
    kinds: new Map(updates.map(({ id, kind }) => [id, kind])),
    lost: lost.ids,
    nextCursor: next && encodeCursor(deps.keys, cursorOf, next),
    token: position === null ? tokenOf(deps.secretBox, now, moment) : null,
  }
}

const principalOf = (caller: Caller): string =>
  caller.kind === 'user' ? caller.userId : caller.serviceAccountId

const forgotten = () => readAgain('what changed since is not known any more')

/** The caller as they stand now. @throws AppError unauthenticated if they do no longer */
async function standingOf(deps: Pick<UpdateDeps, 'database' | 'clock'>, caller: Caller): Promise<Caller> {
  const { actor } = caller
  const from = { address: actor.address ?? '', userAgent: actor.userAgent ?? '' }
  const now = await findStanding(deps, credentialOf(caller), from)
  if (!now) throw unauthenticated('this session has ended, or the key is no longer in force')
  return now
}

/** @throws AppError gone if more is seen now, or the token is of somebody who saw something else */
async function accessSince(
  deps: UpdateDeps,
  db: Db,
  caller: Caller,
  { since, moment, changes }: { since: TokenMoment; moment: Moment; changes: readonly SiteChange[] },
) {
  const { orgId } = caller
  const now = await standingOf(deps, caller)
  const then = sitesThen(now.siteIds, changes)
  if (then.hasGained || (since.sites !== null && since.sites !== nameOfSites(then.siteIds)))
    throw readAgain('you see other sites than when the token was made')
  const lost = await sitesLost(db, orgId, then.siteIds, now.siteIds)
  return {
    now,
    lostSites: lost.map(
      (id): LostSite => ({ id, at: goneAt(lostAtMsOf(changes, id) ?? moment.atMs, since.atMs) }),
    ),
  }
}

/** What takes a site away may commit after the token was made: until then all there was in sight. */
const goneAt = (lostAtMs: number, sinceMs: number): Date => new Date(Math.ceil(Math.max(lostAtMs, sinceMs)))

/** When a site went out of sight: by itself, or by a role. */
function lostAtMsOf(changes: readonly SiteChange[], siteId: string): number | null {
  const times = changes
    .filter(({ site_id: of }) => of === null || of === siteId)
    .flatMap(({ lost_at: at }) => (at === null ? [] : [at.getTime()]))
  return times.length === 0 ? null : Math.max(...times)
}

async function sitesLost(
  db: Db,
  orgId: string,
  then: readonly string[] | null,
  now: readonly string[] | null,
): Promise<string[]> {
  if (now === null) return []
  const lost = then === null ? await listOtherSites(db, orgId, now) : then.filter((id) => !now.includes(id))
  return lost.toSorted()
}

interface LostAsked {
  readonly query: UpdatesQuery
  readonly lostSites: readonly LostSite[]
  readonly position: Position | null
}

async function lostPage(
  db: Db,
  orgId: string,
  list: FollowedList,
  { query, lostSites, position }: LostAsked,
): Promise<{ ids: readonly string[]; next: Position['lost'] }> {
  const from = position?.lost ?? null
  if (position !== null && from === null) return { ids: [], next: null }
  const ids: string[] = []
  for (const site of lostSites.filter(({ id }) => from === null || id >= from.site)) {
    const limit = query.limit - ids.length
    const after = from?.site === site.id ? from : null
    const page = { siteId: site.id, cameraId: query.camera_id, knownAt: site.at, after, limit }
    const rows = await list.listLost(db, orgId, page)
    ids.push(...rows.map(({ id }) => id))
    const last = rows.at(-1)
    if (last && ids.length >= query.limit) return { ids, next: { site: site.id, at: last.at, id: last.id } }
  }
  return { ids, next: null }
}

function nextOf(
  lost: Position['lost'],
  rows: readonly UpdateRow[],
  { isLast, before }: { readonly isLast: boolean; readonly before: string },
): Position | null {
  if (lost !== null) return { lost, log: null, before }
  const last = rows.at(-1)
  return last && !isLast ? { lost: null, log: { xid: last.xid, seq: last.seq }, before } : null
}

/** How many of the changes tell of no more than `most` together, but at least the first. */
function fitting(rows: readonly UpdateRow[], told: ReadonlyMap<string, number>, most: number): number {
  const seen = new Set<string>()
  let sum = 0
  const end = rows.findIndex(({ id }, at) => {
    if (!seen.has(id)) sum += told.get(id) ?? 1
    seen.add(id)
    return at > 0 && sum > most
  })
  return end === -1 ? rows.length : end
}
