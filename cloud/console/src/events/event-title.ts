import type { EventItem } from '../api/events.js'
import type { Text } from '../text/text.js'

/** What an event is called: what the model said of it, else what set it off, and where. */
export function eventTitle(
  text: Text['events'],
  { summary, event_category: category, trigger_source: source, camera_name: camera }: EventItem,
): string {
  if (summary !== null && summary !== '') return summary
  return text.plain(source === 'manual' ? text.manual : text.categories[category], camera)
}
