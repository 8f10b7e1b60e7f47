import { useChangeAlert } from '../api/change-alerts.js'
import type { Event } from '../api/events.js'
import { useWhy } from '../api/why.js'

/** What can be done with the alerts of an event; all of them at once, for they are about the same. */
export interface AlertsOfEvent {
  /** Null until it is known. */
  readonly total: number | null
  /** Alerts that nobody took. */
  readonly untaken: number
  readonly unresolved: number
  readonly take: () => void
  readonly resolve: () => void
  readonly isError: boolean
}

/** The alerts that rules made of an event. */
export function useAlertsOfEvent(event: Event['id']): AlertsOfEvent {
  const rules = useWhy(event).data?.rules
  const alerts = (rules ?? []).flatMap(({ alert }) => alert ?? [])
  const change = useChangeAlert()
  const untaken = alerts.filter(({ status }) => status === 'new')
  const unresolved = alerts.filter(({ status }) => status !== 'resolved')
  return {
    total: rules ? alerts.length : null,
    untaken: untaken.length,
    unresolved: unresolved.length,
    take: () => {
      for (const { id } of untaken) change.mutate({ id, status: 'acknowledged' })
    },
    resolve: () => {
      for (const { id } of unresolved) change.mutate({ id, status: 'resolved' })
    },
    isError: change.isError,
  }
}
