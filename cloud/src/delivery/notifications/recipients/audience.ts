import type { NotificationWindow } from '../decisions/deciding-setting.js'
import { zoneOf } from '../local-time.js'
import type { AudienceRow } from './audience.repository.js'
import { pausedUntil } from './pause.js'
import type { Person } from './plan-notifications.js'

/** The recipients of a rule, and how long its alerts are grouped. */
export interface Audience {
  readonly ruleName: string
  readonly window: NotificationWindow
  readonly people: readonly Person[]
}

/** The audience of each rule, by its id. */
export function audiencesOf(rows: readonly AudienceRow[]): ReadonlyMap<string, Audience> {
  const audiences = new Map<string, Audience & { readonly people: Person[] }>()
  for (const row of rows) {
    const audience = audiences.get(row.rule_id) ?? {
      ruleName: row.rule_name,
      window: windowOf(row),
      people: [],
    }
    audience.people.push(...personOf(row))
    audiences.set(row.rule_id, audience)
  }
  return audiences
}

function windowOf({ rule_window_sec: ofRule, org_window_sec: ofOrg }: AudienceRow): NotificationWindow {
  return ofRule === null ? { sec: ofOrg, origin: 'organisation' } : { sec: ofRule, origin: 'rule' }
}

/** Nobody for the row of a rule without recipients. */
function personOf(row: AudienceRow): Person[] {
  if (row.user_id === null || row.role === null) return []
  return [
    {
      userId: row.user_id,
      name: row.display_name ?? '',
      channels: row.channels ?? [],
      enabled: row.enabled === true,
      role: row.role,
      siteIds: row.site_ids,
      timezone: zoneOf(row.preferred_timezone, row.org_timezone),
      pausedUntil: pausedUntil(row.paused_until, row.now),
    },
  ]
}
