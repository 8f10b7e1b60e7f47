import type { Logger } from '../platform/logger.js'
import { findServices, optional } from './ask-services.js'
import { CrashWatch } from './crash-watch.js'
import { readDeviceInformation } from './device-answers.js'
import { EventFeed, type EventFeedListener } from './event-feed.js'
import type { EventTombstones } from './event-tombstones.js'
import { categoryOf } from './event-topic.js'
import { type EventsPace, usualPace } from './events-pace.js'
import { EventsReport } from './events-report.js'
import { OnvifError } from './onvif-error.js'
import type { EventsHealth } from './onvif-event.js'
import type { OnvifSession } from './onvif-session.js'
import { type OnvifPlace, type OpenSessionDeps, openSession } from './open-session.js'
import { PullPoint, topicsOf } from './pull-point.js'
import { afterFailure } from './subscription-failure.js'

export interface EventTarget extends OnvifPlace {
  readonly cameraId: string
}

export interface EventSubscriptionDeps extends OpenSessionDeps {
  readonly log: Logger
  readonly tombstones: EventTombstones
  /** Other times than the usual. */
  readonly pace?: EventsPace
}

export interface EventListener extends EventFeedListener {
  /** Every change of the health. */
  onHealth(health: EventsHealth): void
}

/** What the end may take, ms. */
const endWithinMs = 3000
/** How often a camera with a tombstone is asked whether its firmware is another, ms. */
const tombstoneLookMs = 6 * 3_600_000

/**
 * The events of one camera by PullPoint (ONVIF Core, section 9), kept alive until the end of `run`. There is one
 * subscription at a time, and each is given back before the next: cameras have few slots, and lose them.
 */
export class EventSubscription {
  readonly #target: EventTarget
  readonly #deps: EventSubscriptionDeps
  readonly #feed: EventFeed
  readonly #report: EventsReport
  readonly #pace: EventsPace
  readonly #crashes: CrashWatch
  /** Attempts in a row that ended without a subscription. */
  #failures = 0
  /** When the present subscription was made, monotonic; null while there is none. */
  #subscribedAtMs: number | null = null
  #hasHeard = false

  constructor(target: EventTarget, deps: EventSubscriptionDeps, listener: EventListener) {
    this.#target = target
    this.#deps = deps
    this.#pace = deps.pace ?? usualPace
    this.#crashes = new CrashWatch(target.cameraId, { ...deps, pace: this.#pace })
    this.#feed = new EventFeed(listener)
    this.#report = new EventsReport((health) => listener.onHealth(health))
  }

  /** Subscribes and listens until `signal`; unsubscribes before it resolves, within about 3 s. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps
    while (!signal.aborted) {
      const waitMs = await this.#runOnce(signal).catch((err: unknown) => {
        log.error({ cameraId: this.#target.cameraId, err }, 'events.not_run')
        return 60_000
      })
      await clock.delay(waitMs, { signal }).catch(() => undefined)
    }
    this.#report.moveTo('off', null)
  }

  /** One session with the camera. @returns how long to wait for the next, ms */
  async #runOnce(signal: AbortSignal): Promise<number> {
    const { clock } = this.#deps
    const life = new AbortController()
    let cancel = (): void => {}
    const end = (): void => {
      cancel = clock.after(endWithinMs, () => life.abort(new Error('no longer wanted')))
    }
    signal.addEventListener('abort', end, { once: true })
    this.#subscribedAtMs = null
    try {
      using session = await openSession(this.#target, this.#deps, life.signal)
      const device = await deviceOf(session)
      if (await this.#crashes.isBuried(device)) return this.#leaveAlone()
      return await this.#listen(session, device, signal)
    } catch (error) {
      if (signal.aborted) return 0
      if (error instanceof OnvifError) return this.#failed(error)
      throw error
    } finally {
      signal.removeEventListener('abort', end)
      cancel()
    }
  }

  /** Subscribes and hands on what comes, until it fails. */
  async #listen(session: OnvifSession, device: string, signal: AbortSignal): Promise<number> {
    const { clock } = this.#deps
    await findServices(session)
    const topics = await topicsOf(session, this.#deps)
    signal.throwIfAborted()
    const beganAtMs = clock.monotonic()
    let pullPoint: PullPoint | null = null
    let isLockedOut = false
    try {
      pullPoint = await PullPoint.open(session, { ...this.#deps, pace: this.#pace })
      this.#subscribedAtMs = clock.monotonic()
      this.#failures = 0
      this.#hasHeard = false
      this.#report.moveTo('subscribed', null)
      this.#report.renewed(clock.now())
      await this.#serve(pullPoint, topics, signal)
      return 0
    } catch (error) {
      isLockedOut = error instanceof OnvifError && error.fault === 'auth'
      if (error instanceof OnvifError && !signal.aborted) {
        const sinceMs = clock.monotonic() - beganAtMs
        if (await this.#crashes.isLastStraw(error, sinceMs, device)) return this.#leaveAlone()
      }
      throw error
    } finally {
      // Cameras count wrong passwords, and lock the account: a subscription that nobody pulls ends by itself.
      if (!isLockedOut) await pullPoint?.unsubscribe()
    }
  }

  async #serve(pullPoint: PullPoint, topics: readonly string[], signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps
    await pullPoint.synchronize()
    const listingUntilMs = clock.monotonic() + this.#pace.listingMs
    const stopTicking = this.#tick()
    try {
      while (!signal.aborted) {
        const askedAtMs = clock.monotonic()
        const messages = await pullPoint.pull(signal)
        const at = { nowMs: clock.now(), monotonicMs: clock.monotonic() }
        for (const message of messages) {
          const event = this.#feed.take(message, at, at.monotonicMs < listingUntilMs)
          if (event !== null) this.#report.happened(event.category, at.nowMs)
        }
        this.#noteSilence(messages.length > 0, topics)
        this.#crashes.survived(at.monotonicMs - (this.#subscribedAtMs ?? 0))
        if (await pullPoint.renewIfDue()) this.#report.renewed(clock.now())
        const restMs = askedAtMs + this.#pace.pullEveryMs - clock.monotonic()
        if (restMs > 0) await clock.delay(restMs, { signal })
      }
    } finally {
      stopTicking()
    }
  }

  /** @returns what ends it */
  #tick(): () => void {
    const { clock } = this.#deps
    let cancel = (): void => {}
    const next = (): void => {
      cancel = clock.after(1000, () => {
        this.#feed.tick({ nowMs: clock.now(), monotonicMs: clock.monotonic() })
        next()
      })
    }
    next()
    return () => cancel()
  }

  #noteSilence(isHeard: boolean, topics: readonly string[]): void {
    if (isHeard) {
      this.#hasHeard = true
      this.#report.moveTo('subscribed', null)
      return
    }
    const sinceMs = this.#deps.clock.monotonic() - (this.#subscribedAtMs ?? 0)
    if (this.#hasHeard || sinceMs < this.#pace.silenceMs) return
    const hasMotion = topics.some((topic) => categoryOf(topic) === 'motion')
    if (hasMotion || topics.length > 0) {
      this.#report.moveTo('degraded', 'the camera sends no events: switch on its motion detection')
    } else this.#report.moveTo('unsupported', 'the camera announces no events and sends none')
  }

  #leaveAlone(): number {
    this.#report.moveTo(
      'tombstoned',
      'subscribing to events brings this camera down: they are tried again after a week, or with another firmware',
    )
    return tombstoneLookMs
  }

  #failed(error: OnvifError): number {
    const { clock, log, random } = this.#deps
    const livedForMs = this.#subscribedAtMs === null ? null : clock.monotonic() - this.#subscribedAtMs
    if (livedForMs === null) this.#failures += 1
    const { state, message, waitMs } = afterFailure(error, livedForMs, this.#failures, {
      random,
      pace: this.#pace,
    })
    const { cameraId } = this.#target
    log.info({ cameraId, fault: error.fault, livedForMs, waitMs, message }, 'events.interrupted')
    this.#report.moveTo(state, message)
    return waitMs
  }
}

/** Maker, model and firmware in one line, as the device says. */
async function deviceOf(session: OnvifSession): Promise<string> {
  const answer = await optional(session, () => session.ask((cam) => cam.getDeviceInformation(() => {})))
  const { manufacturer, model, firmware } = readDeviceInformation(answer)
  return [manufacturer, model, firmware].join(' / ')
}
