import { NewestMap } from '../platform/newest-map.js'
import { TokenBucket } from '../platform/token-bucket.js'
import { type ChannelsOfDevice, concernsChannel } from './event-channel.js'
import type { EventMessage } from './event-message.js'
import { EventStates } from './event-states.js'
import { categoryOf } from './event-topic.js'
import { EventsHealthReporter } from './events-health-reporter.js'
import type { EventsHealth, OnvifEvent } from './onvif-event.js'

/** Who wants the events of one camera. */
export interface CameraEventListener {
  onEvent(event: OnvifEvent): void
  /** What began goes on. */
  onStillActive?(event: OnvifEvent): void
  /** Every change of the health. */
  onHealth(health: EventsHealth): void
}

/** Wall clock and monotonic time of one moment, ms. */
export interface Moment {
  readonly nowMs: number
  readonly monotonicMs: number
}

/** What a subscription reports, whoever it is for. */
export interface SubscriptionListener {
  /** @param isListing whether the device lists its states now */
  take(message: EventMessage, at: Moment, isListing: boolean): void
  /** Comes every second or so while the subscription stands. */
  tick(at: Moment): void
  moveTo(state: EventsHealth['state'], reason: string | null): void
  renewed(atMs: number): void
}

/**
 * How many events one camera may make: more at once than any camera has rules that go off together, then one a second.
 * Each is written to the disk and sent to the cloud, so a camera that makes up sources and topics must not be able to
 * fill either; a recording is kept going by the few that pass.
 */
const eventRate = { perSecond: 1, burst: 20 } as const
const mostBegan = 500

/** The events of one camera out of the messages of its device, those that last said again, and how its subscription stands. */
export class CameraEventFeed implements SubscriptionListener {
  readonly #listener: CameraEventListener
  readonly #states = new EventStates()
  readonly #rate = new TokenBucket(eventRate)
  /** The event that each property began with. */
  readonly #began = new NewestMap<string, OnvifEvent>(mostBegan)
  readonly #health: EventsHealthReporter
  readonly #channels: ChannelsOfDevice | null

  /** @param channels null for a device that names none: all that it sends is of this camera */
  constructor(listener: CameraEventListener, channels: ChannelsOfDevice | null = null) {
    this.#listener = listener
    this.#health = new EventsHealthReporter((health) => listener.onHealth(health))
    this.#channels = channels
  }

  take(message: EventMessage, at: Moment, isListing: boolean): void {
    if (this.#channels !== null && !concernsChannel(message, this.#channels)) return
    const { meaning, key } = this.#states.take(message, at.monotonicMs, isListing)
    this.#noteNoise(at)
    if (meaning === 'nothing' || !this.#rate.tryTake(at.monotonicMs)) return
    const event = eventOf(message, at.nowMs)
    this.#began.set(key, event)
    if (meaning === 'lasts') {
      this.#listener.onStillActive?.(event)
      return
    }
    this.#listener.onEvent(event)
    this.#health.happened(event.category, at.nowMs)
  }

  /** Says of what lasts that it does. */
  tick(at: Moment): void {
    this.#noteNoise(at)
    for (const key of this.#states.lasting(at.monotonicMs)) {
      const event = this.#began.get(key)
      if (event !== undefined && this.#rate.tryTake(at.monotonicMs))
        this.#listener.onStillActive?.({ ...event, arrivedAtMs: at.nowMs })
    }
  }

  moveTo(state: EventsHealth['state'], reason: string | null): void {
    this.#health.moveTo(state, reason)
  }

  #noteNoise({ monotonicMs }: Moment): void {
    this.#health.noise(this.#states.noisePerMinute(monotonicMs))
  }

  renewed(atMs: number): void {
    this.#health.renewed(atMs)
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
