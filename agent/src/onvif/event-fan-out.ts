import { NewestMap } from '../platform/newest-map.js'
import type { Moment, SubscriptionListener } from './camera-event-feed.js'
import type { EventMessage } from './event-message.js'
import { keyOf, mostProperties } from './event-states.js'
import type { EventsHealth } from './onvif-event.js'

/** One subscription for several cameras of a device; each hears all, also who joins later. */
export class EventFanOut implements SubscriptionListener {
  readonly #feeds = new Set<SubscriptionListener>()
  /** The last word on each property: a camera that joins gets it as the device lists its states. */
  readonly #said = new NewestMap<string, EventMessage>(mostProperties)
  #health: { state: EventsHealth['state']; reason: string | null } = { state: 'connecting', reason: null }
  #renewedAtMs: number | null = null

  get isEmpty(): boolean {
    return this.#feeds.size === 0
  }

  join(feed: SubscriptionListener, at: Moment): void {
    this.#feeds.add(feed)
    feed.moveTo(this.#health.state, this.#health.reason)
    if (this.#renewedAtMs !== null) feed.renewed(this.#renewedAtMs)
    for (const message of this.#said.values()) feed.take({ ...message, operation: 'initialized' }, at, true)
  }

  leave(feed: SubscriptionListener): void {
    if (this.#feeds.delete(feed)) feed.moveTo('off', null)
  }

  take(message: EventMessage, at: Moment, isListing: boolean): void {
    const key = keyOf(message)
    if (message.operation === 'deleted') this.#said.delete(key)
    else this.#said.set(key, message)
    for (const feed of this.#feeds) feed.take(message, at, isListing)
  }

  tick(at: Moment): void {
    for (const feed of this.#feeds) feed.tick(at)
  }

  moveTo(state: EventsHealth['state'], reason: string | null): void {
    this.#health = { state, reason }
    for (const feed of this.#feeds) feed.moveTo(state, reason)
  }

  renewed(atMs: number): void {
    this.#renewedAtMs = atMs
    for (const feed of this.#feeds) feed.renewed(atMs)
  }
}
