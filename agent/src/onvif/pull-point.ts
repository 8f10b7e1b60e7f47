import { optional } from './ask-services.js'
import type { TermForm } from './device-cache.js'
import { type EventMessage, readMessages } from './event-message.js'
import {
  createPullPointSubscription,
  type EventAddress,
  getEventProperties,
  pullMessages,
  renew,
  setSynchronizationPoint,
  unsubscribe,
} from './event-requests.js'
import { readTopics } from './event-topics.js'
import type { OnvifSessionDeps } from './onvif-endpoint.js'
import { ConnectionLost, OnvifError, OperationRefused } from './onvif-error.js'
import type { Answered, OnvifSession } from './onvif-session.js'
import type { WrittenRequest } from './request-writer.js'
import type { SendOptions } from './session-wire.js'
import {
  readGranted,
  readReferenceParameters,
  readSubscribed,
  type Subscribed,
} from './subscription-answers.js'
import {
  mayBeElsewhere,
  type SubscriptionEndpoint,
  serviceOf,
  subscriptionEndpoint,
  urlOf,
} from './subscription-endpoint.js'
import { isMisread, renewAfterMs, termText } from './subscription-term.js'
import type { SubscriptionTimings } from './subscription-timings.js'

/** How much longer than the camera may wait for a message the connection is held, ms. */
const slackMs = 10_000
/** The part of the time after which a connection ended that the next pull waits. */
const shorter = 0.8
/** Waiting at the camera is counted in these, ms. */
const shortestWaitMs = 1000
/** What an Unsubscribe may take, ms: nobody waits longer for a camera that is let go. */
const unsubscribeWithinMs = 2000

interface PullPointDeps extends OnvifSessionDeps {
  readonly timings: SubscriptionTimings
}

/** One subscription at one camera (ONVIF Core, section 9.2): messages are fetched, and its term is renewed. */
export class PullPoint {
  readonly #session: OnvifSession
  readonly #deps: PullPointDeps
  #endpoint: SubscriptionEndpoint
  readonly #address: EventAddress
  #termMs: number
  /** Monotonic, ms; infinite where the camera knows no Renew and pulling suffices. */
  #renewAtMs = 0
  #renewedAtMs = 0
  #isExtendedByPulling = false
  #isEndpointProven = false
  /** When the subscription was last answered about, monotonic, ms. */
  #heardAtMs: number
  /** How long pulls wait since one was cut, ms; null while none was. */
  #cutWaitMs: number | null = null

  private constructor(session: OnvifSession, deps: PullPointDeps, subscribed: Subscribed, document: string) {
    this.#session = session
    this.#deps = deps
    this.#endpoint = subscriptionEndpoint(subscribed.address, session)
    this.#address = {
      url: urlOf(this.#endpoint, session),
      referenceParameters: readReferenceParameters(document),
    }
    this.#termMs = subscribed.termMs ?? deps.timings.termMs
    this.#heardAtMs = deps.clock.monotonic()
    this.#grant(subscribed.termMs)
  }

  /**
   * Subscribes, whatever the device says it can do.
   * @throws OnvifError; OperationRefused where it takes no subscription
   */
  static async open(session: OnvifSession, deps: PullPointDeps): Promise<PullPoint> {
    const { device } = session
    const service = serviceOf(session)
    let refusal: OperationRefused | null = null
    for (const form of formsFrom(device.termForm)) {
      const term = termText(form, session.cameraClock.now(), deps.timings.termMs)
      const request = createPullPointSubscription(service, deps.random.id(), term)
      try {
        // Not sent twice: a camera that took it without answering would hold a slot for nobody.
        const { body, document } = await session.send(request, { isRepeatable: false })
        const subscribed = readSubscribed(body)
        const pullPoint = new PullPoint(session, deps, subscribed, document)
        if (form !== 'relative' || !isMisread(subscribed.termMs, deps.timings.termMs)) {
          device.termForm = form
          return pullPoint
        }
        await pullPoint.unsubscribe()
      } catch (error) {
        if (!(error instanceof OperationRefused)) throw error
        refusal ??= error
      }
    }
    throw refusal ?? new OperationRefused('it takes no subscription')
  }

  /** Asks for the state of everything, which comes as messages. Devices may lack it, or hang up instead. */
  async synchronize(): Promise<void> {
    try {
      await this.#send(setSynchronizationPoint(this.#address, this.#deps.random.id()))
    } catch (error) {
      // Whether a camera that hung up is still there, the first pull shows.
      if (!(error instanceof OperationRefused || error instanceof ConnectionLost)) throw error
    }
  }

  /**
   * Waits at the camera for messages; there may be none. A connection that ends without an answer has brought none:
   * cameras, and routers before them, end what is quiet for long.
   * @throws OnvifError, or the signal's reason
   */
  async pull(signal: AbortSignal): Promise<EventMessage[]> {
    const waitSec = this.#waitSec()
    for (let isSecond = false; ; isSecond = true) {
      const request = pullMessages(this.#address, this.#deps.random.id(), waitSec)
      // Not repeated by itself: how long it was out is what it says.
      const options = { timeoutMs: waitSec * 1000 + slackMs, isUnqueued: true, isRepeatable: false, signal }
      try {
        const { body } = await this.#send(request, options)
        this.#isExtendedByPulling = (readGranted(body).termMs ?? 0) > this.#termMs * 0.9
        this.#heard()
        return readMessages(body)
      } catch (error) {
        if (signal.aborted) throw error
        if (await this.#isQuiet(error, isSecond, signal)) return []
      }
    }
  }

  /**
   * Judges a pull that ended without an answer.
   * @returns whether it brought nothing; else it is to be asked again
   * @throws `error`, where the subscription, or the camera, is lost
   */
  async #isQuiet(error: unknown, isSecond: boolean, signal: AbortSignal): Promise<boolean> {
    const { clock, timings } = this.#deps
    const isCut = error instanceof ConnectionLost
    if (!isCut && !(error instanceof OnvifError && error.fault === 'timeout')) throw error
    // Of a subscription that is alive something is heard within its term, if only of its renewal.
    if (clock.monotonic() - this.#heardAtMs > this.#termMs) throw error
    if (isCut && error.outMs >= timings.quietCutMs) {
      this.#keep(this.#cutWaitMs)
      this.#cutWaitMs = Math.min(error.outMs * shorter, this.#cutWaitMs ?? Number.POSITIVE_INFINITY)
      return true
    }
    if (isCut && !isSecond) return false
    // It ends, or holds, each request of this kind: one of another kind shows whether it is there.
    if (!(await this.#isAlive(signal))) throw error
    return true
  }

  /** Whether the camera answers another request at once; a renewal, if that is not too early. */
  async #isAlive(signal: AbortSignal): Promise<boolean> {
    const { clock, timings } = this.#deps
    const options = { timeoutMs: timings.aliveWithinMs, isRepeatable: false, signal }
    const isTooEarly = clock.monotonic() - this.#renewedAtMs < timings.renewFloorMs
    const asked: Promise<unknown> = isTooEarly ? this.#session.measureClock(options) : this.#renew(options)
    return asked.then(
      () => true,
      () => false,
    )
  }

  /**
   * Renews if it is time to.
   * @returns whether it did
   * @throws OnvifError where the subscription cannot be kept
   */
  async renewIfDue(): Promise<boolean> {
    const { clock, timings } = this.#deps
    const nowMs = clock.monotonic()
    // A short term that pulling extends is renewed no more often than a long one.
    const isTooEarly = this.#isExtendedByPulling && nowMs - this.#renewedAtMs < timings.renewFloorMs
    if (nowMs + shortestWaitMs < this.#renewAtMs || isTooEarly) return false
    try {
      await this.#renew({})
      return true
    } catch (error) {
      const isLost = error instanceof ConnectionLost
      if (!isLost && !(error instanceof OperationRefused && this.#isExtendedByPulling)) throw error
      // One that hung up may have renewed: the pulls show whether the subscription lives.
      const isEnough = this.#isExtendedByPulling || !isLost
      this.#renewAtMs = isEnough ? Number.POSITIVE_INFINITY : clock.monotonic() + timings.shortFloorMs
      return false
    }
  }

  async #renew(options: SendOptions): Promise<void> {
    const { random, timings } = this.#deps
    const { device, cameraClock } = this.#session
    const term = termText(device.termForm, cameraClock.now(), timings.termMs)
    const { body } = await this.#send(renew(this.#address, random.id(), term), options)
    const { termMs } = readGranted(body)
    if (device.termForm === 'relative' && isMisread(termMs, timings.termMs)) device.termForm = 'absolute'
    this.#heard()
    this.#grant(termMs)
  }

  /**
   * Gives the camera its slot back, within about two seconds. Never rejects.
   * @returns whether the camera answered
   */
  async unsubscribe(): Promise<boolean> {
    const request = unsubscribe(this.#address, this.#deps.random.id())
    const options = { timeoutMs: unsubscribeWithinMs, isUnqueued: true, isRepeatable: false }
    try {
      await this.#send(request, options)
      return true
    } catch (error) {
      return error instanceof OperationRefused
    }
  }

  /** How long the camera is asked to wait: no longer than until the renewal, in whole seconds. */
  #waitSec(): number {
    const { clock, timings } = this.#deps
    const untilRenewalMs = this.#renewAtMs - clock.monotonic()
    const borneMs = this.#cutWaitMs ?? this.#session.device.pullWaitMs ?? Number.POSITIVE_INFINITY
    const waitMs = Math.min(this.#termMs / 2, timings.waitMs, untilRenewalMs, borneMs)
    return Math.max(Math.floor(waitMs / 1000), 1)
  }

  #heard(): void {
    this.#heardAtMs = this.#deps.clock.monotonic()
    this.#keep(this.#cutWaitMs)
  }

  /** Remembers how long the device bears to be kept waiting, once it has shown that it was no restart. */
  #keep(waitMs: number | null): void {
    const { device } = this.#session
    if (waitMs !== null) device.pullWaitMs = Math.min(waitMs, device.pullWaitMs ?? Number.POSITIVE_INFINITY)
  }

  #grant(termMs: number | null): void {
    const nowMs = this.#deps.clock.monotonic()
    if (termMs !== null && termMs > 0) this.#termMs = termMs
    this.#renewedAtMs = nowMs
    this.#renewAtMs = nowMs + renewAfterMs(termMs, this.#deps.timings)
  }

  async #send(request: WrittenRequest, options: SendOptions = {}): Promise<Answered> {
    try {
      const answered = await this.#session.send(request, { ...options, at: this.#endpoint })
      this.#isEndpointProven = true
      return answered
    } catch (error) {
      if (error instanceof OperationRefused) this.#isEndpointProven = true
      const { port, tls = false } = this.#session.endpoint
      if (this.#isEndpointProven || this.#endpoint.port === port) throw error
      if (!mayBeElsewhere(error, options.isRepeatable !== false)) throw error
      // Behind a router, and in some firmware, the port that the camera names is not the one that answers.
      return this.#sendTo({ ...this.#endpoint, port, tls }, request, options, error)
    }
  }

  /** Sends a request to another endpoint, and stays there if it is one. @throws `first`, if it is none */
  async #sendTo(
    endpoint: SubscriptionEndpoint,
    request: WrittenRequest,
    options: SendOptions,
    first: unknown,
  ): Promise<Answered> {
    try {
      const answered = await this.#session.send(request, { ...options, at: endpoint })
      this.#endpoint = endpoint
      return answered
    } catch (error) {
      const isHere =
        error instanceof OperationRefused || (error instanceof OnvifError && error.fault === 'auth')
      if (!isHere) throw first
      this.#endpoint = endpoint
      throw error
    }
  }
}

/** The topics that a device announces; empty if it does not say. @throws OnvifError for other reasons than that */
export async function topicsOf(session: OnvifSession, { random }: OnvifSessionDeps): Promise<string[]> {
  const request = getEventProperties(serviceOf(session), random.id())
  const body = await optional(session, async () => (await session.send(request)).body)
  return readTopics(body)
}

/** Ways to write a term, the remembered one first. */
function formsFrom(known: TermForm): TermForm[] {
  const forms: TermForm[] = ['relative', 'absolute', 'none']
  return [known, ...forms.filter((form) => form !== known)]
}
