import type { EventListQuery } from '@sightline/protocol'
import {
  type FollowedList,
  readUpdates,
  startUpdates,
  updatesStart,
} from '../../identity/changes/updates.service.js'
import type { Caller } from '../../platform/caller.js'
import type { Db } from '../../platform/database/handles.js'
import { invalidField } from '../../platform/errors.js'
import type { EventFilter } from '../event-conditions.repository.js'
import { filterOf } from '../event-filter.service.js'
import type { EventDeps } from './event-deps.js'
import { countEvents, eventsOfSite, pageOfEvents, withEventsOfAlerts } from './event-page.repository.js'
import { itemOf, type Line, lineOf, listEvents } from './list-events.js'

type FollowQuery = EventListQuery & { readonly updated_since: string }

const events: FollowedList = { name: 'events', kinds: ['event', 'clip'], listLost: eventsOfSite }
/** Where it matters what rules made of events: an alert that is made, and what judging holds back. */
const eventsAndMarks: FollowedList = { ...events, kinds: ['event', 'clip', 'analysis', 'alert'] }

/**
 * What changed in a list of events since a token, as the JSON text of an `EventPage` in UTF-8: those that match now, newest
 * first, and the ids of those that do no longer.
 * @throws AppError as `listEvents`; gone if it is not known any more what changed
 */
export async function followEvents(deps: EventDeps, caller: Caller, query: FollowQuery): Promise<Buffer> {
  if (query.q !== undefined) throw invalidField('updated_since', 'does not go with q')
  return query.updated_since === updatesStart ? start(deps, caller, query) : follow(deps, caller, query)
}

/** The list as it is, and the token from which it is followed. */
async function start(deps: EventDeps, caller: Caller, query: FollowQuery): Promise<Buffer> {
  const { page: read, token } = await startUpdates(deps, caller, {
    cursor: query.cursor,
    readPage: () => listEvents(deps, caller, query),
  })
  const page = read.toString('utf8')
  return Buffer.from(`${page.slice(0, -1)},"removed":[],"next_updated_since":${JSON.stringify(token)}}`)
}

async function follow(deps: EventDeps, caller: Caller, query: FollowQuery): Promise<Buffer> {
  const { orgId } = caller
  const withMarks = query.alerted !== undefined || (query.include?.includes('marks') ?? false)
  const updates = await readUpdates(deps, caller, withMarks ? eventsAndMarks : events, query)
  const db = deps.database.serving('reads').forOrg(orgId)
  const filter = await filterOf({ ...deps, db }, updates.caller, query)
  const ids =
    withMarks && updates.changed.length > 0
      ? await withEventsOfAlerts(db, orgId, updates.changed)
      : updates.changed
  const shown = ids.length === 0 ? [] : await listThese(db, orgId, { ...filter, ids }, query)
  const shownIds = new Set(shown.map(({ position }) => position.id))
  const gone = ids.filter((id) => !shownIds.has(id))
  const data = shown.map((line) => itemOf(line, deps.mediaLinks, orgId)).join(',')
  const rest = JSON.stringify({
    next_cursor: updates.nextCursor,
    total: await countEvents(db, orgId, filter),
    removed: [...updates.lost, ...gone],
    next_updated_since: updates.token,
  })
  return Buffer.from(`{"data":[${data}],${rest.slice(1)}`)
}

async function listThese(
  db: Db,
  orgId: string,
  filter: EventFilter & { readonly ids: readonly string[] },
  { include = [] }: FollowQuery,
): Promise<Line[]> {
  const wanted = { after: null, limit: filter.ids.length, withTotal: false, include }
  const { lines } = await pageOfEvents(db, orgId, filter, wanted)
  return lines === null ? [] : lines.split('\n').map(lineOf)
}
