import type { EventsSearch } from './filter.js'

/** What is looked for, part by part, as a person takes it away. */
export interface FilterPart {
  readonly kind: 'words' | 'camera' | 'category' | 'times' | 'starred'
  readonly names: readonly (keyof EventsSearch)[]
}

const all: readonly FilterPart[] = [
  { kind: 'words', names: ['q'] },
  { kind: 'camera', names: ['camera'] },
  { kind: 'category', names: ['category'] },
  { kind: 'times', names: ['from', 'to'] },
  { kind: 'starred', names: ['starred'] },
]

/** The parts that a search has. */
export const filterParts = (search: EventsSearch): readonly FilterPart[] =>
  all.filter(({ names }) => names.some((name) => search[name] !== undefined))
