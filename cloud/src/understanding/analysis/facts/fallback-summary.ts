import type { EventCategory } from '@sightline/protocol'
import { categoryNames, manualName } from '../../../events/category-name.service.js'

/** What is known of an event before, or without, an analysis of its pictures. */
export interface KnownFacts {
  readonly category: EventCategory
  readonly trigger_source: string
  readonly camera_name: string
  readonly duration_sec: number | null
  /** Tags of what the camera itself reported. */
  readonly reported: readonly string[]
}

/** A sentence that claims nothing that nobody saw: `Motion at Front door, 14 s`. */
export function fallbackSummary({ reported, ...event }: KnownFacts): string {
  const told = reported.length > 0 ? `, camera reported ${reported.join(', ').replaceAll('_', ' ')}` : ''
  const length = event.duration_sec === null ? '' : `, ${event.duration_sec} s`
  const camera = event.camera_name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return `${wordOf(event)} at ${camera}${told}${length}`
}

function wordOf({ category, trigger_source }: Pick<KnownFacts, 'category' | 'trigger_source'>): string {
  return category === 'other' && trigger_source === 'manual' ? manualName : categoryNames[category]
}
