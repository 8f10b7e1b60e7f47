import { wordsOf } from '../../../platform/text/words.js'
import { type WallTime, wallTime } from '../../../platform/time/wall-clock.js'
import type { EventFacts, FactObject } from '../../../understanding/analysis/facts/event-facts.table.js'
import { broaderThan, labelOf, plainText } from '../../../understanding/labels/label.service.js'

/** What conditions read of an event; the names of camera and site are not among it. */
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

/** Facts as many predicates ask for them, worked out once for each event. */
export interface PreparedFacts {
  readonly facts: PredicateFacts
  readonly objects: readonly SeenThing[]
  /** Tags that name a thing that is not among the objects. */
  readonly tagged: readonly SeenThing[]
  readonly tags: ReadonlySet<string>
  readonly words: readonly string[]
  readonly wordSet: ReadonlySet<string>
  wallTime(timezone: string): WallTime
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
  const times = new Map<string, WallTime>()
  const made: PreparedFacts = {
    facts,
    objects,
    tagged,
    tags: new Set(facts.tags.map(plainText)),
    words,
    wordSet: new Set(words),
    wallTime(timezone) {
      const time = times.get(timezone) ?? wallTime(facts.triggered_at, timezone)
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
