import type { Alert } from '../../api/alerts.js'

/** Alerts that were told of together, the newest first: one row of the list. */
export interface AlertGroup {
  readonly newest: Alert
  readonly alerts: readonly Alert[]
}

/** Puts alerts of one notification together, at the place of the newest. Those of which nobody was told stand alone. */
export function groupAlerts(alerts: readonly Alert[]): AlertGroup[] {
  const groups = new Map<string, { newest: Alert; alerts: Alert[] }>()
  for (const alert of alerts) {
    const key = alert.group_id ?? alert.id
    const group = groups.get(key)
    if (group) group.alerts.push(alert)
    else groups.set(key, { newest: alert, alerts: [alert] })
  }
  return [...groups.values()]
}
