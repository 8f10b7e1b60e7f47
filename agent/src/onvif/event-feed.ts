import { EventAllowance } from './event-allowance.js'
import type { EventMessage } from './event-message.js'
import { EventStates } from './event-states.js'
import { categoryOf } from './event-topic.js'
import type { OnvifEvent } from './onvif-event.js'

export interface EventFeedListener {
  onEvent(event: OnvifEvent): void
  onStillActive?(event: OnvifEvent): void
}

/** Turns the messages of one camera into events, and says of those that last that they do. */
export class EventFeed {
  readonly #listener: EventFeedListener
  readonly #states = new EventStates()
  readonly #allowance = new EventAllowance()
  /** The event that each property began with. */
  readonly #began = new Map<string, OnvifEvent>()

  constructor(listener: EventFeedListener) {
    this.#listener = listener
  }

  /**
   * Takes a message.
   * @param at wall clock and monotonic time of its arrival, ms
   * @returns the event, if it is one
   */
  take(
    message: EventMessage,
    at: { readonly nowMs: number; readonly monotonicMs: number },
    isListing: boolean,
  ): OnvifEvent | null {
    const { meaning, key } = this.#states.take(message, at.monotonicMs, isListing)
    if (meaning === 'nothing' || !this.#allowance.take(at.monotonicMs)) return null
    const event = eventOf(message, at.nowMs)
    this.#began.delete(key)
    this.#began.set(key, event)
    for (const oldest of this.#began.keys()) {
      if (this.#began.size > 500) this.#began.delete(oldest)
      else break
    }
    if (meaning === 'begins') this.#listener.onEvent(event)
    else this.#listener.onStillActive?.(event)
    return meaning === 'begins' ? event : null
  }

  /** Tells of what still holds; to be called every second or so. */
  tick(at: { readonly nowMs: number; readonly monotonicMs: number }): void {
    for (const key of this.#states.lasting(at.monotonicMs)) {
      const event = this.#began.get(key)
      if (event !== undefined && this.#allowance.take(at.monotonicMs))
        this.#listener.onStillActive?.({ ...event, arrivedAtMs: at.nowMs })
    }
  }
}

function eventOf(message: EventMessage, arrivedAtMs: number): OnvifEvent {
  const { topic, utcTime, operation, source, data } = message
  return {
    topic,
    category: categoryOf(topic),
    rawSource: source
      .map(({ name, value }) => `${name}=${value}`)
      .join(', ')
      .slice(0, 128),
    rawData: {
      utc_time: utcTime === '' ? null : utcTime,
      operation,
      source: Object.fromEntries(source.map(({ name, value }) => [name, value])),
      data: Object.fromEntries(data.map(({ name, value }) => [name, value])),
    },
    arrivedAtMs,
  }
}
