import { useEffect, useState } from 'react'
import { useEventsWithWords } from '../../api/events-with-words.js'
import { useZoneOf } from '../../api/sites.js'
import { eventTitle } from '../../events/event-title.js'
import { kindIcons, kindOf } from '../../events/kind.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { momentOf } from '../../time/format.js'
import { serviceNow } from '../../time/service-clock.js'
import { useSiteId } from '../use-site.js'
import type { ShownEntry } from './entry.js'

/** Hands rest this long before the service is asked, ms. */
const restMs = 200
/** Fewer letters find too much. */
const leastLetters = 2

/** Events that have what was typed in their words, the newest first. */
export function useFoundEvents(typed: string): ShownEntry[] {
  const text = useText().events
  const language = useLanguage()
  const site = useSiteId()
  const zoneOf = useZoneOf()
  const [words, setWords] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  const asked = words.length >= leastLetters && words === typed.trim() ? words : null
  const found = useEventsWithWords(asked, site).data ?? []
  if (asked === null) return []
  return found.map((event) => {
    const at = new Date(event.triggered_at)
    const time = momentOf(at, new Date(serviceNow()), { language, zone: zoneOf(event.camera_id) })
    return {
      key: `event ${event.id}`,
      group: 'pages',
      name: eventTitle(text, event),
      detail: `${event.camera_name} · ${time}`,
      icon: kindIcons[kindOf(event)],
      goal: { kind: 'href', href: `/events/${event.id}` },
    }
  })
}
