import {
  type EventListener,
  EventSubscription,
  type EventSubscriptionDeps,
  type EventTarget,
} from '../onvif/event-subscription.js'
import type { EventsHealth } from '../onvif/onvif-event.js'
import type { Clock } from '../platform/clock.js'

/** Listens to the events of one camera until the signal. */
export type ListenToEvents = (
  target: EventTarget,
  listener: EventListener,
  signal: AbortSignal,
) => Promise<void>

export interface CameraEventsDeps extends EventSubscriptionDeps {
  readonly clock: Clock
  /** By default a subscription over ONVIF. */
  readonly listenToEvents?: ListenToEvents
}

/** Cameras grow slow under many requests at once, so events come last, ms after the pictures. */
const afterPicturesMs = 2000

/** The events of a camera: listened to once pictures flow, and from then on. */
export class CameraEvents {
  readonly #target: EventTarget
  readonly #listener: EventListener
  readonly #deps: CameraEventsDeps
  readonly #stop = new AbortController()
  #running: Promise<void> | null = null
  #cancel: () => void = () => undefined
  #health: EventsHealth = {
    state: 'off',
    lastEventAt: null,
    lastRenewAt: null,
    message: null,
    topicsSeen: { motion: false },
  }

  constructor(target: EventTarget, listener: EventListener, deps: CameraEventsDeps) {
    this.#target = target
    this.#deps = deps
    this.#listener = {
      onEvent: (event) => listener.onEvent(event),
      onStillActive: (event) => listener.onStillActive?.(event),
      onHealth: (health) => {
        this.#health = health
        listener.onHealth(health)
      },
    }
  }

  get health(): EventsHealth {
    return this.#health
  }

  /** Pictures flow. */
  begin(): void {
    if (this.#running || this.#stop.signal.aborted) return
    this.#cancel()
    this.#cancel = this.#deps.clock.after(afterPicturesMs, () => {
      this.#running ??= this.#listen()
    })
  }

  /** Ends the subscription; the camera is told. */
  async stop(): Promise<void> {
    this.#cancel()
    this.#stop.abort(new Error('the camera is not served any more'))
    await this.#running
  }

  #listen(): Promise<void> {
    const deps = this.#deps
    const listen =
      deps.listenToEvents ??
      ((target, listener, signal) => new EventSubscription(target, deps, listener).run(signal))
    return listen(this.#target, this.#listener, this.#stop.signal)
  }
}
