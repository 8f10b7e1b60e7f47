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
import { OnvifError, OperationRefused } from './onvif-error.js'
import type { Answered, OnvifSession } from './onvif-session.js'
import type { WrittenRequest } from './request-writer.js'
import type { SendOptions } from './session-wire.js'
import {
  readGranted,
  readReferenceParameters,
  readSubscribed,
  type Subscribed,
} from './subscription-answers.js'
import { type SubscriptionEndpoint, serviceOf, subscriptionEndpoint, urlOf } from './subscription-endpoint.js'
import { isMisread, renewAfterMs, termText } from './subscription-term.js'
import type { SubscriptionTimings } from './subscription-timings.js'

/** How much longer than the camera may wait for a message the connection is held, ms. */
const slackMs = 10_000
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
  readonly #endpoint: SubscriptionEndpoint
  readonly #address: EventAddress
  #termMs: number
  /** Monotonic, ms; infinite where the camera knows no Renew and pulling suffices. */
  #renewAtMs = 0
  #renewedAtMs = 0
  #isExtendedByPulling = false
  #isEndpointProven = false

  private constructor(session: OnvifSession, deps: PullPointDeps, subscribed: Subscribed, document: string) {
    this.#session = session
    this.#deps = deps
    this.#endpoint = subscriptionEndpoint(subscribed.address, session)
    this.#address = {
      url: urlOf(this.#endpoint, session),
      referenceParameters: readReferenceParameters(document),
    }
    this.#termMs = subscribed.termMs ?? deps.timings.termMs
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

  /** Asks for the state of everything, which comes as messages. Devices may lack it. */
  async synchronize(): Promise<void> {
    try {
      await this.#send(setSynchronizationPoint(this.#address, this.#deps.random.id()))
    } catch (error) {
      if (!(error instanceof OperationRefused)) throw error
    }
  }

  /**
   * Waits at the camera for messages; there may be none.
   * @throws OnvifError, or the signal's reason
   */
  async pull(signal: AbortSignal): Promise<EventMessage[]> {
    const { clock, timings } = this.#deps
    // No longer than until the renewal, in whole seconds.
    const waitMs = Math.min(this.#termMs / 2, timings.waitMs, this.#renewAtMs - clock.monotonic())
    const waitSec = Math.max(Math.floor(waitMs / 1000), 1)
    const request = pullMessages(this.#address, this.#deps.random.id(), waitSec)
    const timeoutMs = waitSec * 1000 + slackMs
    const { body } = await this.#send(request, { timeoutMs, isUnqueued: true, signal })
    this.#isExtendedByPulling = (readGranted(body).termMs ?? 0) > this.#termMs * 0.9
    return readMessages(body)
  }

  /**
   * Renews if it is time to.
   * @returns whether it did
   * @throws OnvifError where the subscription cannot be kept
   */
  async renewIfDue(): Promise<boolean> {
    const { clock, timings, random } = this.#deps
    const nowMs = clock.monotonic()
    // A short term that pulling extends is renewed no more often than a long one.
    const isTooEarly = this.#isExtendedByPulling && nowMs - this.#renewedAtMs < timings.renewFloorMs
    if (nowMs + shortestWaitMs < this.#renewAtMs || isTooEarly) return false
    const { device, cameraClock } = this.#session
    const term = termText(device.termForm, cameraClock.now(), timings.termMs)
    try {
      const { body } = await this.#send(renew(this.#address, random.id(), term))
      const { termMs } = readGranted(body)
      if (device.termForm === 'relative' && isMisread(termMs, timings.termMs)) device.termForm = 'absolute'
      this.#grant(termMs)
      return true
    } catch (error) {
      if (!(error instanceof OperationRefused && this.#isExtendedByPulling)) throw error
      this.#renewAtMs = Number.POSITIVE_INFINITY
      return false
    }
  }

  /** Gives the camera its slot back, within about two seconds. Never rejects. */
  async unsubscribe(): Promise<void> {
    const request = unsubscribe(this.#address, this.#deps.random.id())
    const options = { timeoutMs: unsubscribeWithinMs, isUnqueued: true, isRepeatable: false }
    await this.#send(request, options).catch(() => undefined)
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
      const { port } = this.#session.endpoint
      if (this.#isEndpointProven || this.#endpoint.port === port || !isElsewhere(error)) throw error
      // Behind a router, and in some firmware, the port that the camera names is not the one that answers.
      this.#endpoint.port = port
      return this.#session.send(request, { ...options, at: this.#endpoint })
    }
  }
}

/** Whether an error says that something else, or nothing, answers at a port. */
function isElsewhere(error: unknown): boolean {
  if (!(error instanceof OnvifError) || error instanceof OperationRefused) return false
  return error.fault === 'refused' || error.fault === 'not_found' || error.fault === 'protocol'
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
