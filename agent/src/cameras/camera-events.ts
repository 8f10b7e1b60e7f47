import type { CameraEventListener } from '../onvif/camera-event-feed.js'
import type { ChannelsOfDevice } from '../onvif/event-channel.js'
import type { AccountMemory } from '../onvif/event-subscription.js'
import type { EventsHealth } from '../onvif/onvif-event.js'
import type { OnvifAccess } from '../onvif/open-session.js'
import { kept } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'

/** A camera whose events are wanted. */
export interface CameraEventTarget extends OnvifAccess {
  readonly cameraId: string
  /** Which of the device's events are of this camera; null: all. */
  readonly channels: ChannelsOfDevice | null
  /** What is remembered of the account; null or none where nothing is. */
  readonly account?: AccountMemory | null
}

/** Listens to the events of one camera until the signal. */
export type ListenToEvents = (
  target: CameraEventTarget,
  listener: CameraEventListener,
  signal: AbortSignal,
) => Promise<void>

export interface CameraEventsDeps {
  readonly clock: Clock
  readonly listenToEvents: ListenToEvents
}

/** Why listening stops for a moment: the device accepts the account again. */
export class AccountAccepted extends Error {}

/** Cameras grow slow under many requests at once, so events come last, ms after the pictures. */
const afterPicturesMs = 2000

/** The events of a camera: listened to once pictures flow, and from then on. */
export class CameraEvents {
  readonly #target: CameraEventTarget
  readonly #listener: CameraEventListener
  readonly #deps: CameraEventsDeps
  readonly #stop = new AbortController()
  #running: Promise<void> | null = null
  /** Of the present listening. */
  #life = new AbortController()
  #cancel: () => void = () => undefined
  #health: EventsHealth = {
    state: 'off',
    lastEventAt: null,
    lastRenewAt: null,
    message: null,
    topicsSeen: { motion: false },
  }

  constructor(target: CameraEventTarget, listener: CameraEventListener, deps: CameraEventsDeps) {
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
      this.#running ??= kept(this.#listen())
    })
  }

  /**
   * The account was refused, and the pictures flow again: it is accepted. What was refused meanwhile would wait for half
   * an hour, and is asked for at once; a subscription that stands is left alone.
   */
  async accountAccepted(): Promise<void> {
    if (this.#running === null || this.#health.state === 'subscribed') return this.begin()
    this.#life.abort(new AccountAccepted('the camera accepts the account again'))
    await this.#running
    this.#running = null
    this.begin()
  }

  /** Ends the subscription at the camera. */
  async stop(): Promise<void> {
    this.#cancel()
    this.#stop.abort(new Error('the camera is not served any more'))
    await this.#running
  }

  #listen(): Promise<void> {
    this.#life = new AbortController()
    const signal = AbortSignal.any([this.#stop.signal, this.#life.signal])
    return this.#deps.listenToEvents(this.#target, this.#listener, signal)
  }
}
