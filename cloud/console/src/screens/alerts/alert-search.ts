import type { AlertFilter, AlertStatus } from '../../api/alerts.js'
import { textsIn } from '../../frame/search.js'

export const heaps: readonly AlertStatus[] = ['new', 'acknowledged', 'resolved']

const day = /^\d{4}-\d{2}-\d{2}$/

/** Which heap of alerts is looked at, and which alerts of it, as the address says; all without. */
export interface AlertsSearch extends Pick<AlertFilter, 'rule' | 'from' | 'to' | 'group'> {
  readonly status?: AlertStatus
}

export function readAlertsSearch(search: Readonly<Record<string, unknown>>): AlertsSearch {
  const { status, rule, from, to, group } = textsIn(search, ['status', 'rule', 'from', 'to', 'group'])
  const known = heaps.find((one) => one === status)
  return {
    ...(known && { status: known }),
    ...(rule && { rule }),
    ...(from && day.test(from) && { from }),
    ...(to && day.test(to) && { to }),
    ...(group && { group }),
  }
}

/** Whether some alerts are left out, so that "none" means "none like that". */
export const isFiltered = ({ rule, from, to, group }: AlertsSearch): boolean =>
  [rule, from, to, group].some((one) => one !== undefined)
