import type { AlertListQuery, AlertPage } from '@sightline/protocol'
import {
  type FollowedList,
  readUpdates,
  startUpdates,
  updatesStart,
} from '../../identity/changes/updates.service.js'
import type { Caller } from '../../platform/caller.js'
import type { Platform } from '../../platform/platform.js'
import { alertsOfSite, countAlerts, pageOfAlerts } from './alert.repository.js'
import { countAlertsOfEvents, listAlertsOfEvents } from './event-alerts.repository.js'
import { type AlertListDeps, listAlerts, listFilterOf } from './list-alerts.js'
import { showAlerts } from './show-alerts.js'

type FollowQuery = AlertListQuery & { readonly updated_since: string }

const alerts: FollowedList = { name: 'alerts', kinds: ['alert'], listLost: alertsOfSite }
/** Where what their events show is shown of them: its clip is there, and its analysis done, only after the alert. */
const alertsAndEvents: FollowedList = {
  ...alerts,
  kinds: ['alert', 'event', 'clip'],
  // A thousand rules may each have made an alert of each.
  async countTold(db, orgId, updates) {
    const eventIds = updates.flatMap(({ kind, id }) => (kind === 'alert' ? [] : [id]))
    const counts = eventIds.length === 0 ? [] : await countAlertsOfEvents(db, orgId, eventIds)
    return new Map([
      ...eventIds.map((id) => [id, 0] as const),
      ...counts.map(({ event_id: id, alerts: count }) => [id, count] as const),
    ])
  },
}

/**
 * What changed in a list of alerts since a token: those that match now, newest first, and the ids of those that do no longer.
 * @throws AppError as `listAlerts`; gone if it is not known any more what changed
 */
export async function followAlerts(
  deps: AlertListDeps & Pick<Platform, 'secretBox'>,
  caller: Caller,
  query: FollowQuery,
): Promise<AlertPage> {
  if (query.updated_since === updatesStart) {
    const { page, token } = await startUpdates(deps, caller, {
      cursor: query.cursor,
      readPage: () => listAlerts(deps, caller, query),
    })
    return { ...page, removed: [], next_updated_since: token }
  }
  const withEvents = query.include?.includes('details') ?? false
  const updates = await readUpdates(deps, caller, withEvents ? alertsAndEvents : alerts, query)
  const { orgId } = caller
  const db = deps.database.serving('reads').forOrg(orgId)
  const filter = await listFilterOf(db, updates.caller, query)
  const own = updates.changed.filter((id) => updates.kinds.get(id) === 'alert')
  const eventIds = updates.changed.filter((id) => updates.kinds.get(id) !== 'alert')
  const ofEvents = eventIds.length === 0 ? [] : await listAlertsOfEvents(db, orgId, eventIds)
  const ids = [...new Set([...own, ...ofEvents.map(({ id }) => id)])]
  const page = { after: null, limit: ids.length }
  const shown = ids.length === 0 ? [] : await pageOfAlerts(db, updates.caller, { ...filter, ids }, page)
  const shownIds = new Set(shown.map(({ id }) => id))
  // What an event becomes brings no alert into the list, and takes none out of it.
  const gone = own.filter((id) => !shownIds.has(id))
  return {
    data: await showAlerts({ db, mediaLinks: deps.mediaLinks }, orgId, shown, query.include),
    next_cursor: updates.nextCursor,
    total: await countAlerts(db, updates.caller, filter),
    removed: [...updates.lost, ...gone],
    next_updated_since: updates.token,
  }
}
