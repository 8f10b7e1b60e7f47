import type { EventItem } from '../api/events.js'
import type { IconName } from '../icons/icon.js'

/** What an event is about, as colour, lane and drawing say it (design, section 12). */
export const kinds = ['person', 'vehicle', 'animal', 'security', 'movement', 'signal'] as const
export type Kind = (typeof kinds)[number]

/** The drawing of each kind. */
export const kindIcons: Record<Kind, IconName> = {
  person: 'person',
  vehicle: 'vehicle',
  animal: 'animal',
  security: 'security',
  movement: 'movement',
  signal: 'signal',
}

/** The classes that colour a kind; written out, so that the style sheet holds them. */
export const kindColours: Record<Kind, string> = {
  person: 'text-kind-person',
  vehicle: 'text-kind-vehicle',
  animal: 'text-kind-animal',
  security: 'text-kind-security',
  movement: 'text-kind-movement',
  signal: 'text-kind-signal',
}

const words: Record<'person' | 'vehicle' | 'animal', ReadonlySet<string>> = {
  person: wordsOf(
    'person people human man woman child worker guard courier intruder cyclist visitor customer employee face pedestrian',
  ),
  vehicle: wordsOf(
    'vehicle car van truck lorry bus motorcycle bicycle forklift tractor boat train taxi trailer scooter',
  ),
  animal: wordsOf(
    'animal dog cat bird fox deer horse cow sheep rabbit raccoon package parcel box bag backpack suitcase',
  ),
}

type Told = Pick<EventItem, 'event_category' | 'tags' | 'trigger_source'>

/** What an event is about: what was named in it, else what set it off. */
export function kindOf({ event_category: category, tags, trigger_source: source }: Told): Kind {
  const kind = kindOfCategory(category)
  if (kind !== 'movement') return kind
  const named = tags.flatMap((tag) => tag.toLowerCase().split(/[^\p{L}]+/u))
  for (const one of ['person', 'vehicle', 'animal'] as const)
    if (named.some((word) => words[one].has(word))) return one
  return source === 'manual' || source === 'scheduled' ? 'signal' : 'movement'
}

/** What set events of a category off. It names no people, vehicles and animals. */
export function kindOfCategory(category: EventItem['event_category']): 'security' | 'signal' | 'movement' {
  switch (category) {
    case 'intrusion':
    case 'line_crossing':
    case 'tamper':
    case 'tampering_scene':
      return 'security'
    case 'io':
    case 'audio':
    case 'schedule':
      return 'signal'
    case 'motion':
    case 'analytics_object':
    case 'other':
      return 'movement'
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
