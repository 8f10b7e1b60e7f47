import { CameraEventFeed, type Moment } from '../onvif/camera-event-feed.js'
import { EventFanOut } from '../onvif/event-fan-out.js'
import {
  type AccountMemory,
  EventSubscription,
  type EventSubscriptionDeps,
} from '../onvif/event-subscription.js'
import type { OnvifAccess } from '../onvif/open-session.js'
import { kept } from '../platform/background.js'
import { untilAborted } from '../platform/until-aborted.js'
import { AccountAccepted, type ListenToEvents } from './camera-events.js'

/** The subscription to one device, for as long as a camera of it is listened to. */
interface Shared {
  readonly feed: EventFanOut
  /** With what is remembered of the account for each. */
  readonly cameras: Map<string, AccountMemory | null>
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
    const { cameraId, channels, account = null, ...place } = target
    const key = JSON.stringify(place)
    const feed = new CameraEventFeed(listener, channels ?? null)
    while (this.#ending.has(key)) await this.#ending.get(key)
    if (signal.aborted) return feed.moveTo('off', null)
    const shared = this.#shared.get(key) ?? this.#begin(key, place)
    shared.cameras.set(cameraId, account)
    shared.feed.join(feed, this.#moment())
    await untilAborted(signal).catch(() => undefined)
    shared.feed.leave(feed)
    shared.cameras.delete(cameraId)
    if (shared.feed.isEmpty) await this.#end(key, shared)
    // The others of the device wait for half an hour, and this one would join them in that.
    else if (signal.reason instanceof AccountAccepted) shared.subscription.tryNow()
  }

  #begin(key: string, place: OnvifAccess): Shared {
    const [feed, life] = [new EventFanOut(), new AbortController()]
    const cameras: Shared['cameras'] = new Map()
    const target = {
      ...place,
      cameraIds: () => [...cameras.keys()],
      accounts: () => [...cameras.values()].filter((account) => account !== null),
    }
    const subscription = new EventSubscription(target, this.#deps, feed)
    const shared = { feed, cameras, life, subscription, running: kept(subscription.run(life.signal)) }
    this.#shared.set(key, shared)
    return shared
  }

  async #end(key: string, { life, running }: Shared): Promise<void> {
    this.#shared.delete(key)
    this.#ending.set(key, kept(running))
    life.abort(new Error('no camera of the device is listened to any more'))
    await running
    this.#ending.delete(key)
  }

  #moment(): Moment {
    const { clock } = this.#deps
    return { nowMs: clock.now(), monotonicMs: clock.monotonic() }
  }
}
