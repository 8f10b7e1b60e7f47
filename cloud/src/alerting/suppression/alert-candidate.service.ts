import { EventCategory, type Knob, type KnobOrigin, type KnobValue, type Severity } from '@sightline/protocol'

/** An alert that a rule would fire, as No-Big-Deal judges it. What analysis has not said yet is null or empty. */
export interface SuppressionCandidate {
  readonly ruleId: string
  readonly eventId: string
  readonly cameraId: string
  /** The site at trigger time. */
  readonly siteId: string
  readonly category: EventCategory
  readonly severity: Severity
  /** 0 to 1; null is not known, and passes. */
  readonly confidence: number | null
  /** The main one first; case does not matter. */
  readonly tags: readonly string[]
  readonly triggeredAt: Date
}

/** Why a candidate is held back: the first knob that says so. */
export interface SuppressedBy {
  readonly knob: Knob
  /** Its value; of a list what applied. */
  readonly value: KnobValue
  readonly origin: KnobOrigin
  /** A sentence for people. */
  readonly reason: string
}

/** A candidate of which no alert is made. Its row is written. */
export interface HeldBack<Candidate extends SuppressionCandidate = SuppressionCandidate>
  extends SuppressedBy {
  readonly candidate: Candidate
}

/** Tags as they are compared. */
function normalTag(tag: string): string {
  return tag.trim().toLowerCase()
}

/**
 * What an alert is about, to group like ones: the category of its event, and the main tag, which
 * is the first, if any was known when the rule fired: `motion`, `motion/person`.
 */
export function alertKind({ category, tags }: Pick<SuppressionCandidate, 'category' | 'tags'>): string {
  const main = tags.map(normalTag).find((tag) => tag !== '')
  return main === undefined ? category : `${category}/${main}`
}

/** A kind taken apart again. */
export function kindParts(kind: string): { category: EventCategory; tag: string | null } {
  const cut = kind.indexOf('/')
  const category = EventCategory.parse(cut < 0 ? kind : kind.slice(0, cut))
  return { category, tag: cut < 0 ? null : kind.slice(cut + 1) }
}
