/** What alerts there are of an event, and near it. Whether the caller may see the event is asked before. */
export { nearestAlerts, readAlertsOfEvent } from './event-alerts.repository.js'
