import type { AuditFilter } from '../../../api/audit.js'
import { textsIn } from '../../../frame/search.js'

export const actorKinds = ['user', 'service_account', 'gateway', 'operator', 'system'] as const

/** Which deeds are shown, as the address says. */
export interface AuditSearch {
  /** Who: an id. */
  readonly actor?: string
  /** Who: of this kind. */
  readonly by?: (typeof actorKinds)[number]
  readonly action?: string
  /** To what: of this kind. */
  readonly on?: string
  /** To what: an id. */
  readonly target?: string
  /** Days of the organisation's zone, YYYY-MM-DD, both included. */
  readonly from?: string
  readonly to?: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const day = /^\d{4}-\d{2}-\d{2}$/
const word = /^[a-z_.]{1,100}$/

/** Reads what fits; the service refuses the rest. */
export function readAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const texts = textsIn(search, ['actor', 'by', 'action', 'on', 'target', 'from', 'to'])
  const fitting = (name: keyof typeof texts, pattern: RegExp) => {
    const value = texts[name]
    return value !== undefined && pattern.test(value) ? { [name]: value } : {}
  }
  const by = actorKinds.find((one) => one === texts.by)
  return {
    ...fitting('actor', uuid),
    ...(by && { by }),
    ...fitting('action', word),
    ...fitting('on', word),
    ...fitting('target', uuid),
    ...fitting('from', day),
    ...fitting('to', day),
  }
}

/** The same as the service is asked for it. */
export function filterOf({ actor, by, action, on, target, from, to }: AuditSearch): AuditFilter {
  return {
    ...(actor !== undefined && { actor_id: actor }),
    ...(by !== undefined && { actor_kind: by }),
    ...(action !== undefined && { action }),
    ...(on !== undefined && { target_kind: on }),
    ...(target !== undefined && { target_id: target }),
    ...(from !== undefined && { date_from: from }),
    ...(to !== undefined && { date_to: to }),
  }
}
