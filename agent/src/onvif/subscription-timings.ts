/** The times of an event subscription, ms. */
export interface SubscriptionTimings {
  /** The term that is asked for; in whole seconds, because some cameras misread minutes. */
  readonly termMs: number
  /** Renewals closer than this bring some cameras down. */
  readonly renewFloorMs: number
  /** Between the renewals of a term that is shorter than the floor and that pulling does not extend. */
  readonly shortFloorMs: number
  /** How long a camera is asked to wait for a message. */
  readonly waitMs: number
  /** The shortest time from one PullMessages to the next, where the camera does not wait itself. */
  readonly pullEveryMs: number
  /** A PullMessages whose connection ends after so long was waiting: the camera, or a router, ends what is quiet. */
  readonly quietCutMs: number
  /** A camera that answers the next request within this has not crashed. */
  readonly aliveWithinMs: number
  /** For so long after a subscription a camera may begin to list its states: slow ones take their time. */
  readonly listingMs: number
  /** From one subscription to the next: slower than cameras that are brought down by them, faster than people notice. */
  readonly retryMs: number
  /** A camera that takes no subscription may have given its slots to programs that died: they end with their term. */
  readonly longestRetryMs: number
  /** A subscription that lived this long is replaced at once: the camera knows no Renew, or forgot it. */
  readonly livedMs: number
  /** A camera that goes off the net, or answers no more, so soon after we subscribed does so because of it. */
  readonly crashWithinMs: number
  /** A camera that says nothing at all for so long has events in name only. */
  readonly silenceMs: number
  /** A camera that is left alone is tried again after so long: a bad line looks the same. */
  readonly tombstoneMs: number
}

export const defaultSubscriptionTimings: SubscriptionTimings = {
  termMs: 600_000,
  renewFloorMs: 60_000,
  shortFloorMs: 20_000,
  waitMs: 20_000,
  pullEveryMs: 500,
  quietCutMs: 1000,
  aliveWithinMs: 3000,
  listingMs: 10_000,
  retryMs: 40_000,
  longestRetryMs: 600_000,
  livedMs: 60_000,
  crashWithinMs: 45_000,
  silenceMs: 600_000,
  tombstoneMs: 7 * 24 * 3_600_000,
}
