import type { EventFacts, FactObject } from '../../analysis/event-facts.table.js'
import { offsetMs } from '../../platform/calendar.js'
import { broaderThan, labelOf, plainText } from './labels.js'

/** What conditions look at of an event; the names of camera and site are not among it. */
export type PredicateFacts = Pick<
  EventFacts,
  | 'camera_id'
  | 'site_id'
  | 'timezone'
  | 'category'
  | 'trigger_source'
  | 'trigger_topic'
  | 'triggered_at'
  | 'duration_sec'
  | 'analysed'
  | 'tags'
  | 'objects'
  | 'severity'
  | 'confidence'
  | 'text'
>

/** An object or a tag under the labels by which rules may ask for it. */
export interface SeenThing extends FactObject {
  /** In the words of the table of labels. */
  readonly label: string
  readonly broader: readonly string[]
}

/** What the clock of a place shows. */
export interface LocalTime {
  /** 0 for Monday. */
  readonly weekday: number
  readonly minuteOfDay: number
}

/** Facts as many predicates ask for them, worked out once for each event. */
export interface PreparedFacts {
  readonly facts: PredicateFacts
  readonly objects: readonly SeenThing[]
  /** Tags that name a thing of which no object tells. */
  readonly tagged: readonly SeenThing[]
  readonly tags: ReadonlySet<string>
  readonly words: readonly string[]
  readonly wordSet: ReadonlySet<string>
  localTime(timezone: string): LocalTime
}

const prepared = new WeakMap<PredicateFacts, PreparedFacts>()

/** The same facts are prepared once; they must not change afterwards. */
export function prepare(facts: PredicateFacts): PreparedFacts {
  const known = prepared.get(facts)
  if (known) return known
  const objects = facts.objects.map(asSeen)
  const named = new Set(objects.flatMap(({ label, broader }) => [label, ...broader]))
  const tagged = facts.tags
    .map((tag) => asSeen({ label: tag, confidence: null, count: 1 }))
    .filter(({ label }) => !named.has(label))
  const words = wordsOf(facts.text)
  const times = new Map<string, LocalTime>()
  const made: PreparedFacts = {
    facts,
    objects,
    tagged,
    tags: new Set(facts.tags.map(plainText)),
    words,
    wordSet: new Set(words),
    localTime(timezone) {
      const time = times.get(timezone) ?? localTimeAt(facts.triggered_at.getTime(), timezone)
      times.set(timezone, time)
      return time
    },
  }
  prepared.set(facts, made)
  return made
}

function asSeen(object: FactObject): SeenThing {
  const label = labelOf(object.label)
  return { label, confidence: object.confidence, count: object.count, broader: broaderThan(label) }
}

/** The words of a text as they are compared. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

function localTimeAt(at: number, timezone: string): LocalTime {
  const local = at + offsetMs(at, timezone)
  const day = Math.floor(local / dayMs)
  // The epoch began on a Thursday.
  return { weekday: (((day + 3) % 7) + 7) % 7, minuteOfDay: Math.floor((local - day * dayMs) / minuteMs) }
}
