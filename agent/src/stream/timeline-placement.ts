/**
 * How a camera's time went away from that of the arrivals: its clock seems slow, or fast; or what had seemed slow came at
 * last, which says nothing about a clock.
 */
export type Drift = 'slow' | 'fast' | 'caught_up'

/** What became of a timestamp. */
export type Placement =
  | {
      readonly kind: 'placed'
      /** Microseconds since the timeline began. */
      readonly mediaUs: number
    }
  | {
      /** Out of line with those before, and nobody knows yet whether those that follow are too. */
      readonly kind: 'stray'
      /** Where the next one in line would stand. */
      readonly mediaUs: number
      /** It goes on behind another one that is out of line. */
      readonly follows: boolean
    }
  | {
      readonly kind: 'jump'
      /** The time of its arrival, from where the timeline goes on; us since it began, later than all before. */
      readonly mediaUs: number
      /** How the camera's clock seems to run at another speed than it says; null if it was set. */
      readonly drifted: Drift | null
    }

/** A picture as it came. */
export interface Stamped {
  readonly timestamp: number
  readonly arrivalMs: number
}

/** How a timeline begins. */
export interface MediaTimelineOptions {
  /** Ticks of RTP timestamps per second. */
  readonly clockRate: number
  /** Of the first picture. */
  readonly timestamp: number
  /** Monotonic clock at the first picture, whose time becomes 0; ms. */
  readonly arrivalMs: number
  /** How many pictures may be shown later than pictures that follow them; default 0. */
  readonly reorderDepth?: number
}
