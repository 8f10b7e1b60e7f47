import type { EventCategory } from '@sightline/protocol'

/** What a camera noticed by itself: a property of it that went from false to true, or a thing that happened at a moment. */
export interface OnvifEvent {
  /** As the camera wrote it, made one safe line of at most 200 characters. */
  readonly topic: string
  readonly category: EventCategory
  /** Which lens, rule or input it is about, as `Name=value`, at most 128 characters; '' where it does not say. */
  readonly rawSource: string
  /** The camera's own words, bounded: `utc_time`, `operation`, `source`, `data`. Evidence, and no time to rely on. */
  readonly rawData: Readonly<Record<string, unknown>>
  /** Wall clock of the gateway at the arrival, ms since the epoch: the time of the event. */
  readonly arrivedAtMs: number
}

/** How an event subscription stands, for diagnostics and for whoever decides about motion by software. */
export interface EventsHealth {
  /**
   * - `connecting`: no subscription yet, or a new one is being made after a failure.
   * - `subscribed`: messages come, or came since the subscription was made.
   * - `degraded`: it should work and does not: silence, a refused account, a camera that is away.
   * - `unsupported`: the camera has no events.
   * - `tombstoned`: subscribing brings the camera down; it is left alone for a week, or until its firmware changes.
   * - `off`: nobody listens.
   */
  readonly state: 'connecting' | 'subscribed' | 'degraded' | 'unsupported' | 'tombstoned' | 'off'
  /** Wall clock, ms since the epoch; null for never. */
  readonly lastEventAt: number | null
  readonly lastRenewAt: number | null
  /** Why, in a sentence for people; null where all is well. Nothing in it is of the camera's choosing. */
  readonly message: string | null
  /** `motion`: a change of a motion topic has come, so motion by ONVIF is proven to work. */
  readonly topicsSeen: { readonly motion: boolean }
  /** How often a minute the camera tells of something that is left out for its number; null or none where nothing is. */
  readonly noisePerMinute?: number | null
}
