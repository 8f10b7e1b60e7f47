import { CameraEventFeed, type Moment } from '../onvif/camera-event-feed.js'
import { EventFanOut } from '../onvif/event-fan-out.js'
import { EventSubscription, type EventSubscriptionDeps } from '../onvif/event-subscription.js'
import type { OnvifEndpoint } from '../onvif/open-session.js'
import { untilAborted } from '../platform/until-aborted.js'
import { AccountAccepted, type ListenToEvents } from './camera-events.js'

/** The subscription to one device, for as long as a camera of it is listened to. */
interface Shared {
  readonly feed: EventFanOut
  readonly cameraIds: Set<string>
  readonly life: AbortController
  readonly subscription: EventSubscription
  readonly running: Promise<void>
}

/**
 * The events of all cameras of this agent: one subscription for all channels of a device, since devices have few slots,
 * and some end every subscription with one. Another account is another subscription.
 */
export class DeviceEvents {
  readonly #deps: EventSubscriptionDeps
  readonly #shared = new Map<string, Shared>()
  /** Given back, but not yet gone: the next waits for that. */
  readonly #ending = new Map<string, Promise<void>>()

  constructor(deps: EventSubscriptionDeps) {
    this.#deps = deps
  }

  /** Listens to one camera until the signal; resolves once the subscription is ended, if it was the last one. */
  readonly listen: ListenToEvents = async (target, listener, signal) => {
    const { cameraId, channels, ...place } = target
    const key = JSON.stringify(place)
    const feed = new CameraEventFeed(listener, channels ?? null)
    while (this.#ending.has(key)) await this.#ending.get(key)
    if (signal.aborted) return feed.moveTo('off', null)
    const shared = this.#shared.get(key) ?? this.#begin(key, place)
    shared.cameraIds.add(cameraId)
    shared.feed.join(feed, this.#moment())
    await untilAborted(signal).catch(() => undefined)
    shared.feed.leave(feed)
    shared.cameraIds.delete(cameraId)
    if (shared.feed.isEmpty) await this.#end(key, shared)
    // The others of the device wait for half an hour, and this one would join them in that.
    else if (signal.reason instanceof AccountAccepted) shared.subscription.tryNow()
  }

  #begin(key: string, place: OnvifEndpoint): Shared {
    const [feed, cameraIds, life] = [new EventFanOut(), new Set<string>(), new AbortController()]
    const target = { ...place, cameraIds: () => [...cameraIds] }
    const subscription = new EventSubscription(target, this.#deps, feed)
    const shared = { feed, cameraIds, life, subscription, running: subscription.run(life.signal) }
    this.#shared.set(key, shared)
    return shared
  }

  async #end(key: string, { life, running }: Shared): Promise<void> {
    this.#shared.delete(key)
    this.#ending.set(key, running)
    life.abort(new Error('no camera of the device is listened to any more'))
    await running
    this.#ending.delete(key)
  }

  #moment(): Moment {
    const { clock } = this.#deps
    return { nowMs: clock.now(), monotonicMs: clock.monotonic() }
  }
}
