import type { EventCategory } from '@sightline/protocol'

/** What kind of event it is, as people read it in summaries and alerts, before a location: `Line crossing at Gate`. */
export const categoryNames: Readonly<Record<EventCategory, string>> = {
  motion: 'Motion',
  intrusion: 'Intrusion',
  line_crossing: 'Line crossing',
  tamper: 'Tampering',
  tampering_scene: 'Tampering with the view',
  analytics_object: 'Object seen',
  io: 'Input or output',
  audio: 'Sound',
  schedule: 'Scheduled recording',
  other: 'Event',
}

/** The same of an event that a person triggered and that nothing else names. */
export const manualName = 'Manual trigger'
