import { valueOf } from '@sightline/client'
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { lastActions } from '../frame/last-actions.js'
import { useText } from '../text/use-text.js'
import { type Alert, type AlertDetail, type AlertStatus, type AlertsSince, alertKey } from './alerts.js'
import { api } from './api.js'

interface Page {
  readonly data: Alert[]
  readonly total: number
}

/** Who takes and then resolves is not overtaken by themselves. */
const inTurn = { id: 'alerts' }

type Statuses = ReadonlyMap<string, AlertStatus>

/** Takes an alert, resolves it, or makes it new again: shown at once, and as it was where that is refused. */
export function useChangeAlert() {
  const text = useText().alerts
  const client = useQueryClient()
  return useMutation({
    scope: inTurn,
    mutationFn: ({ id, status }: { id: string; status: AlertStatus }) => change(id, status),
    onMutate: async ({ id, status }) => {
      await stopReading(client, [id])
      return show(client, new Map([[id, status]]))
    },
    onSuccess: (_answer, { status }, before) => {
      lastActions.remember({ said: text.said[status], takeBack: () => putBack(client, before) })
    },
    onError: (_error, _change, before) => {
      if (before) show(client, before)
    },
    onSettled: (_answer, _error, { id }) => readAgain(client, [id]),
  })
}

/** Takes or resolves several alerts at once. */
export function useChangeAlerts() {
  const text = useText().alerts
  const client = useQueryClient()
  return useMutation({
    scope: inTurn,
    mutationFn: ({ ids, status }: { ids: readonly string[]; status: 'acknowledged' | 'resolved' }) =>
      changeAll(ids, status),
    onMutate: async ({ ids, status }) => {
      await stopReading(client, ids)
      return show(client, new Map(ids.map((id) => [id, status])))
    },
    onSuccess: (_answer, { ids, status }, before) => {
      const said = ids.length === 1 ? text.said[status] : text.saidOfSeveral[status](ids.length)
      lastActions.remember({ said, takeBack: () => putBack(client, before) })
    },
    onError: (_error, _change, before) => {
      if (before) show(client, before)
    },
    onSettled: (_answer, _error, { ids }) => readAgain(client, ids),
  })
}

const change = (id: string, status: AlertStatus) =>
  valueOf(
    status === 'acknowledged'
      ? api.PATCH('/api/v1/alerts/{id}/acknowledge', { params: { path: { id } } })
      : setStatus(id, status),
  )

const setStatus = (id: string, status: AlertStatus) =>
  api.PATCH('/api/v1/alerts/{id}/status', { params: { path: { id } }, body: { status } })

/** The service takes so many at once. */
const mostAtOnce = 100

async function changeAll(ids: readonly string[], status: 'acknowledged' | 'resolved'): Promise<void> {
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const body = { ids: ids.slice(from, from + mostAtOnce) }
    await valueOf(
      status === 'acknowledged'
        ? api.POST('/api/v1/alerts/bulk-acknowledge', { body })
        : api.POST('/api/v1/alerts/bulk-resolve', { body }),
    )
  }
}

/** Sets each alert to what it was. @throws FailedCall at the first that is refused */
async function putBack(client: QueryClient, before: Statuses): Promise<void> {
  try {
    for (const [id, status] of before) await valueOf(setStatus(id, status))
  } finally {
    readAgain(client, [...before.keys()])
  }
}

/** An answer that is on its way is of before the change; what is stopped here is read again after it. */
async function stopReading(client: QueryClient, ids: readonly string[]): Promise<void> {
  const details = ids.map((id) => client.cancelQueries({ queryKey: alertKey(id), exact: true }))
  await Promise.all([...details, client.cancelQueries({ queryKey: ['alerts'] })])
}

function readAgain(client: QueryClient, ids: readonly string[]): void {
  for (const id of ids) void client.invalidateQueries({ queryKey: alertKey(id) })
  void client.invalidateQueries({ queryKey: ['alerts'] })
  void client.invalidateQueries({ queryKey: ['why'] })
}

/** Shows alerts with other statuses, wherever they are shown. @returns what they were */
function show(client: QueryClient, statuses: Statuses): Statuses {
  const before = new Map<string, AlertStatus>()
  for (const [id, status] of statuses) {
    const detail = client.getQueryData<AlertDetail>(alertKey(id))
    if (!detail) continue
    before.set(id, detail.status)
    client.setQueryData(alertKey(id), { ...detail, status })
  }
  client.setQueriesData<InfiniteData<Page> | number | AlertsSince>({ queryKey: ['alerts'] }, (known) => {
    // Counts are read again.
    if (typeof known !== 'object' || !('pages' in known)) return known
    return { ...known, pages: known.pages.map((page) => ({ ...page, data: page.data.map(shown) })) }
  })
  return before

  function shown(alert: Alert): Alert {
    const status = statuses.get(alert.id)
    if (status === undefined) return alert
    if (!before.has(alert.id)) before.set(alert.id, alert.status)
    return { ...alert, status }
  }
}
