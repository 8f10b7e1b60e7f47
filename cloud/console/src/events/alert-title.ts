import type { Alert } from '../api/alerts.js'
import type { Text } from '../text/text.js'

/** What an alert is called: what was seen, else what set it off and where; of an outage what was off line. */
export function alertTitle(
  { alerts: words, events: text }: Text,
  { event, camera_name: camera, gateway_name: gateway, ...alert }: Alert,
): string {
  if (event) {
    if (event.summary !== null && event.summary !== '') return event.summary
    const what = event.trigger_source === 'manual' ? text.manual : text.categories[event.event_category]
    return text.plain(what, camera ?? '')
  }
  const name = camera ?? gateway
  if (alert.event_id === null && name)
    return alert.recovered_at ? words.wasOffLine(name) : words.isOffLine(name)
  return alert.description ? alert.description : alert.rule_name
}
