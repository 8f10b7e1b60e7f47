import type { EventCategory, Knob, KnobOrigin, KnobValue, Severity } from '@sightline/protocol'

/** An alert that a rule would fire, as No-Big-Deal looks at it. What analysis has not said yet is null or empty. */
export interface QuietCandidate {
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
export interface Hold {
  readonly knob: Knob
  /** Its value; of a list what applied. */
  readonly value: KnobValue
  readonly origin: KnobOrigin
  /** A sentence for people. */
  readonly reason: string
}

/** A candidate of which no alert is made. Its row is written. */
export interface HeldBack<Candidate extends QuietCandidate = QuietCandidate> extends Hold {
  readonly candidate: Candidate
}
