import type { Logger } from '../platform/logger.js'
import { findServices, optional } from './ask-services.js'
import type { SubscriptionListener } from './camera-event-feed.js'
import { CrashWatch } from './crash-watch.js'
import { readDeviceInformation } from './device-answers.js'
import type { EventTombstones } from './event-tombstones.js'
import { categoryOf } from './event-topic.js'
import { OnvifError } from './onvif-error.js'
import type { OnvifSession } from './onvif-session.js'
import { type OnvifAccess, type OpenSessionDeps, openSession } from './open-session.js'
import { PullPoint, topicsOf } from './pull-point.js'
import { StateListing } from './state-listing.js'
import { afterFailure, isAway } from './subscription-failure.js'
import { defaultSubscriptionTimings, type SubscriptionTimings } from './subscription-timings.js'

/** Whether a device let the account in before. */
export interface AccountMemory {
  isProven(): boolean
  /** It did. Neither throws nor blocks. */
  proved(): void
}

/** A device whose events are wanted. */
interface EventTarget extends OnvifAccess {
  /** The cameras for which, at present. */
  readonly cameraIds: () => readonly string[]
  /** What is remembered of the account, for each of them; without it only this subscription remembers. */
  readonly accounts?: () => readonly AccountMemory[]
}

export interface EventSubscriptionDeps extends OpenSessionDeps {
  readonly log: Logger
  readonly tombstones: EventTombstones
  /** Other times than the usual. */
  readonly timings?: SubscriptionTimings
}

/** What the end may take, ms. */
const endWithinMs = 3000
/** How often a camera with a tombstone is asked whether its firmware is another, ms. */
const tombstoneLookMs = 6 * 3_600_000

/**
 * The messages of one device by PullPoint (ONVIF Core, section 9), kept alive until the end of `run`. There is one
 * subscription at a time, and each is given back before the next: cameras have few slots, and lose them.
 */
export class EventSubscription {
  readonly #target: EventTarget
  readonly #deps: EventSubscriptionDeps
  readonly #listener: SubscriptionListener
  readonly #timings: SubscriptionTimings
  readonly #crashes: CrashWatch
  /** Attempts in a row that ended without a subscription. */
  #failures = 0
  /** How often in a row the account was refused; a camera that is not there in between counts on. */
  #refusals = 0
  /** How many wrong passwords the camera has counted meanwhile. */
  #wrongTries = 0
  #wasLetIn = false
  /** When the present subscription was made, monotonic; null while there is none. */
  #subscribedAtMs: number | null = null
  #hasHeard = false
  /** Ends the wait for the next attempt. */
  #endWait = (): void => {}

  constructor(target: EventTarget, deps: EventSubscriptionDeps, listener: SubscriptionListener) {
    this.#target = target
    this.#deps = deps
    this.#timings = deps.timings ?? defaultSubscriptionTimings
    this.#crashes = new CrashWatch(target.cameraIds, { ...deps, timings: this.#timings })
    this.#listener = listener
  }

  /** Subscribes and listens until `signal`; unsubscribes before it resolves, within about 3 s. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { log } = this.#deps
    while (!signal.aborted) {
      const waitMs = await this.#runOnce(signal).catch((err: unknown) => {
        log.error({ cameraIds: this.#target.cameraIds(), err }, 'events.not_run')
        return 60_000
      })
      await this.#wait(waitMs, signal)
    }
    this.#listener.moveTo('off', null)
  }

  /** Ends the wait for the next attempt, if there is one: what the device refused it takes now. */
  tryNow(): void {
    this.#endWait()
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const wait = new AbortController()
    this.#endWait = () => wait.abort()
    await this.#deps.clock
      .delay(ms, { signal: AbortSignal.any([signal, wait.signal]) })
      .catch(() => undefined)
    this.#endWait = () => {}
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
      try {
        const device = await deviceOf(session)
        if (await this.#crashes.isBuried(device)) return this.#leaveAlone()
        return await this.#listen(session, device, signal)
      } finally {
        this.#wrongTries += session.isProven ? 0 : session.wrongTries
      }
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
    try {
      pullPoint = await PullPoint.open(session, { ...this.#deps, timings: this.#timings })
      this.#subscribedAtMs = clock.monotonic()
      this.#failures = 0
      this.#letIn(session)
      this.#hasHeard = false
      this.#listener.moveTo('subscribed', null)
      this.#listener.renewed(clock.now())
      await this.#serve(pullPoint, topics, signal)
      await pullPoint.unsubscribe()
      return 0
    } catch (error) {
      const sinceMs = clock.monotonic() - beganAtMs
      // Cameras count wrong passwords, and lock the account: a subscription that nobody pulls ends by itself.
      if (error instanceof OnvifError && error.fault === 'auth') throw error
      const hasAnswered = (await pullPoint?.unsubscribe()) ?? false
      if (!(error instanceof OnvifError) || signal.aborted || !isAway(error)) throw error
      if (hasAnswered || (await isThere(session, this.#timings.aliveWithinMs))) {
        this.#crashes.answered()
        throw new OnvifError('protocol', error.message, error)
      }
      if (await this.#crashes.isLastStraw(sinceMs, device)) return this.#leaveAlone()
      throw error
    }
  }

  async #serve(pullPoint: PullPoint, topics: readonly string[], signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps
    const synchronizesAtMs = clock.monotonic()
    await pullPoint.synchronize()
    const sinceMs = clock.monotonic()
    const answerMs = sinceMs - synchronizesAtMs
    const listing = new StateListing({ sinceMs, answerMs, withinMs: this.#timings.listingMs })
    const stopTicking = this.#tick()
    try {
      while (!signal.aborted) {
        const askedAtMs = clock.monotonic()
        const messages = await pullPoint.pull(signal)
        const at = { nowMs: clock.now(), monotonicMs: clock.monotonic() }
        const isListing = listing.take(messages, askedAtMs, at.monotonicMs)
        for (const message of messages) this.#listener.take(message, at, isListing)
        this.#noteSilence(messages.length > 0, topics)
        this.#crashes.survived(at.monotonicMs - (this.#subscribedAtMs ?? 0))
        if (await pullPoint.renewIfDue()) this.#listener.renewed(clock.now())
        const restMs = askedAtMs + this.#timings.pullEveryMs - clock.monotonic()
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
        this.#listener.tick({ nowMs: clock.now(), monotonicMs: clock.monotonic() })
        next()
      })
    }
    next()
    return () => cancel()
  }

  #noteSilence(isHeard: boolean, topics: readonly string[]): void {
    if (isHeard) {
      this.#hasHeard = true
      this.#listener.moveTo('subscribed', null)
      return
    }
    const sinceMs = this.#deps.clock.monotonic() - (this.#subscribedAtMs ?? 0)
    if (this.#hasHeard || sinceMs < this.#timings.silenceMs) return
    const hasMotion = topics.some((topic) => categoryOf(topic) === 'motion')
    if (hasMotion || topics.length > 0) {
      this.#listener.moveTo('degraded', 'the camera sends no events: switch on its motion detection')
    } else this.#listener.moveTo('unsupported', 'the camera announces no events and sends none')
  }

  #letIn({ isProven }: OnvifSession): void {
    this.#refusals = 0
    this.#wrongTries = 0
    if (!isProven) return
    this.#wasLetIn = true
    for (const account of this.#target.accounts?.() ?? []) account.proved()
  }

  get #isAccountProven(): boolean {
    const accounts = this.#target.accounts?.() ?? []
    return accounts.length === 0 ? this.#wasLetIn : accounts.some((account) => account.isProven())
  }

  #leaveAlone(): number {
    this.#listener.moveTo(
      'tombstoned',
      'subscribing to events brings this camera down: they are tried again after a week, or with another firmware',
    )
    return tombstoneLookMs
  }

  #failed(error: OnvifError): number {
    const { clock, log, random } = this.#deps
    const livedForMs = this.#subscribedAtMs === null ? null : clock.monotonic() - this.#subscribedAtMs
    if (livedForMs === null) this.#failures += 1
    if (livedForMs === null && error.fault === 'auth') this.#refusals += 1
    const { state, message, waitMs } = afterFailure(error, livedForMs, this.#failures, {
      random,
      timings: this.#timings,
      provenRefusals: this.#isAccountProven ? this.#refusals : null,
      wrongTries: this.#wrongTries,
    })
    const cameraIds = this.#target.cameraIds()
    log.info({ cameraIds, fault: error.fault, livedForMs, waitMs, message }, 'events.interrupted')
    this.#listener.moveTo(state, message)
    return waitMs
  }
}

/** Whether a device that left a request unanswered answers the next. */
async function isThere(session: OnvifSession, withinMs: number): Promise<boolean> {
  try {
    await session.measureClock({ timeoutMs: withinMs })
    return true
  } catch (error) {
    if (error instanceof OnvifError) return false
    throw error
  }
}

/** Maker, model and firmware in one line, as the device says. */
async function deviceOf(session: OnvifSession): Promise<string> {
  const answer = await optional(session, () => session.ask((cam) => cam.getDeviceInformation(() => {})))
  const { manufacturer, model, firmware } = readDeviceInformation(answer)
  return [manufacturer, model, firmware].join(' / ')
}
