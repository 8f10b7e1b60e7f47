import type { Event, EventCategory, Severity } from '@sightline/protocol'

/** An object seen at an event, as rules count it. */
export interface FactObject {
  /** Lower case. */
  readonly label: string
  /** 0 to 1; null where nobody said how sure it is, as of objects that a camera reported. */
  readonly confidence: number | null
  /** At least 1. */
  readonly count: number
}

/** What is known of an event, whoever found it out: what rules, searches and answers are made from. */
export interface EventFacts {
  readonly event_id: string
  readonly camera_id: string
  readonly camera_name: string
  /** The camera's site at trigger time. */
  readonly site_id: string
  readonly site_name: string
  /** IANA name; of the site. */
  readonly timezone: string
  readonly category: EventCategory
  readonly trigger_source: Event['trigger_source']
  readonly trigger_topic: string
  readonly triggered_at: Date
  readonly duration_sec: number | null
  /** True if a result of a model stands, also where a later analysis failed. */
  readonly analysed: boolean
  /** Those of the analysis and those that the camera reported; lower case, each once. */
  readonly tags: readonly string[]
  readonly objects: readonly FactObject[]
  readonly severity: Severity | null
  /** 0 to 1: how sure the analysis is of what it says. */
  readonly confidence: number | null
  /** Summary, narrative and notes, a line each. */
  readonly text: string
}
