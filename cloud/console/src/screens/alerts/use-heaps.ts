import type { Alert, AlertFilter, AlertStatus } from '../../api/alerts.js'
import { useAlerts } from '../../api/alerts.js'
import { heaps } from './alert-search.js'
import { type AlertGroup, groupAlerts } from './group-alerts.js'

/** One of the three heaps, as far as it is read. */
export interface Heap {
  readonly status: AlertStatus
  /** Of the whole heap, also of what is not read yet. */
  readonly total: number
  readonly alerts: readonly Alert[]
  readonly groups: readonly AlertGroup[]
  readonly query: ReturnType<typeof useAlerts>
}

/** The heaps that are looked at: one, or all three with what nobody took at the top. */
export function useHeaps(status: AlertStatus | undefined, filter: AlertFilter): readonly Heap[] {
  const isShown = (heap: AlertStatus) => status === undefined || status === heap
  const queries = {
    new: useAlerts('new', filter, isShown('new')),
    acknowledged: useAlerts('acknowledged', filter, isShown('acknowledged')),
    resolved: useAlerts('resolved', filter, isShown('resolved')),
  }
  return heaps.filter(isShown).map((heap) => {
    const query = queries[heap]
    const alerts = query.data?.pages.flatMap((page) => page.data) ?? []
    const total = query.data?.pages[0]?.total ?? 0
    return { status: heap, total, alerts, groups: groupAlerts(alerts), query }
  })
}
