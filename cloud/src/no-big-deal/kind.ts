import { EventCategory } from '@sightline/protocol'
import type { QuietCandidate } from './quiet-candidate.js'

/** Tags as they are compared. */
export function normalTag(tag: string): string {
  return tag.trim().toLowerCase()
}

/**
 * What an alert is about, so that like ones can be told from others: the category of its event, and the main tag, which
 * is the first, if any was known when the rule fired: `motion`, `motion/person`.
 */
export function kindOf({ category, tags }: Pick<QuietCandidate, 'category' | 'tags'>): string {
  const main = tags.map(normalTag).find((tag) => tag !== '')
  return main === undefined ? category : `${category}/${main}`
}

/** A kind taken apart again. */
export function partsOf(kind: string): { category: EventCategory; tag: string | null } {
  const cut = kind.indexOf('/')
  const category = EventCategory.parse(cut < 0 ? kind : kind.slice(0, cut))
  return { category, tag: cut < 0 ? null : kind.slice(cut + 1) }
}
