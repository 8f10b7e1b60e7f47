import { eventProperties, notification, type RaisedEvent } from './event-messages.js'
import type { EventOptions } from './event-options.js'
import { tokensOf } from './media-service.js'
import { element, textAt, type XmlNode } from './soap.js'

/** The answer to an operation: its inner XML, or the subcode of a fault. */
export type EventAnswer =
  | { readonly name: string; readonly inner: string }
  | { readonly subcode: string; readonly isUnauthorized?: boolean }
  /** The connection ends instead. */
  | { readonly cutBy: EventOptions['cutBy'] }

export interface EventRequest {
  readonly operation: string
  readonly header: XmlNode | undefined
  readonly body: XmlNode | undefined
  /** Path of the request line; subscriptions have one each. */
  readonly path: string
  /** Aborts when the client goes away. */
  readonly gone: AbortSignal
}

export interface EventServiceParts {
  readonly options: EventOptions
  /** The camera's clock, ms since the epoch. */
  now(): number
  /** How many, from 1. */
  channels(): number
  isMoving(channel: number): boolean
  /** `http://host:port` that is given out for subscriptions. */
  origin(): string
  /** The firmware dies for so long. */
  crash(forMs: number): void
}

interface Subscriber {
  readonly id: string
  /** Camera's clock, ms. */
  endsAtMs: number
  termMs: number
  readonly queue: string[]
  wake: () => void
}

export const EVENT_PATH = '/onvif/event_service'
const POLL_MS = 20

/** The event service (ONVIF Core, section 9): subscriptions that are pulled from. */
export class EventService {
  /** Terms that were asked for, as they were written. */
  readonly askedTerms: string[] = []
  /** How long each PullMessages asked to wait, s. */
  readonly askedWaits: number[] = []
  /** Requests that ended without an answer. */
  cuts = 0
  /** Subscriptions that were made. */
  made = 0
  readonly #parts: EventServiceParts
  readonly #subscribers = new Map<string, Subscriber>()
  readonly #leaked: number[] = []
  readonly #timer: NodeJS.Timeout
  #nextId = 1
  /** By channel. */
  readonly #moving = new Map<number, { isMoving: boolean; toldAtMs: number }>()

  constructor(parts: EventServiceParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.look(), POLL_MS)
    this.#timer.unref()
  }

  /** Subscriptions that hold a slot now. */
  get open(): number {
    this.#forgetExpired()
    return this.#subscribers.size
  }

  close(): void {
    clearInterval(this.#timer)
    this.endAll()
  }

  /** Ends every subscription, as a restart does. */
  endAll(): void {
    for (const { wake } of this.#subscribers.values()) wake()
    this.#subscribers.clear()
  }

  /** Tells all subscribers; at once, as every change is. */
  raise(event: RaisedEvent): void {
    for (const subscriber of this.#subscribers.values()) this.#tell(subscriber, event)
  }

  async perform(request: EventRequest): Promise<EventAnswer> {
    const { options } = this.#parts
    this.#forgetExpired()
    if (options.needsAddressing && !isAddressed(request.header))
      return { subcode: 'wsa:MessageAddressingHeaderRequired' }
    if (options.cutOperations.includes(request.operation)) return this.#cut()
    switch (request.operation) {
      case 'GetEventProperties':
        return { name: 'tev:GetEventPropertiesResponse', inner: eventProperties(options.topic) }
      case 'CreatePullPointSubscription':
        return this.#subscribe(textAt(request.body, 'InitialTerminationTime'))
      default:
        break
    }
    const subscriber = this.#subscriberOf(request)
    if (subscriber === undefined) return { subcode: 'wsrf-rw:ResourceUnknownFault' }
    switch (request.operation) {
      case 'SetSynchronizationPoint':
        this.#list(subscriber)
        return { name: 'tev:SetSynchronizationPointResponse', inner: '' }
      case 'PullMessages':
        return this.#pull(subscriber, request)
      case 'Renew':
        return this.#renew(subscriber, textAt(request.body, 'TerminationTime'))
      case 'Unsubscribe':
        return this.#unsubscribe(subscriber)
      default:
        return { subcode: 'ter:ActionNotSupported' }
    }
  }

  #subscribe(asked: string): EventAnswer {
    const { options } = this.#parts
    const termMs = this.#grant(asked)
    if (termMs === null) return { subcode: 'wsntw:UnacceptableInitialTerminationTimeFault' }
    if (this.#subscribers.size + this.#leaked.length >= options.slots) {
      return { subcode: 'ter:MaxPullPointsReached' }
    }
    // What moves already is a state for this one, and a change for those who listened before.
    this.look()
    this.made += 1
    const id = String(this.#nextId++)
    const endsAtMs = this.#parts.now() + termMs
    const subscriber: Subscriber = { id, endsAtMs, termMs, queue: [], wake: () => {} }
    this.#subscribers.set(id, subscriber)
    this.#list(subscriber)
    const path = options.needsReferenceParameters ? EVENT_PATH : `${EVENT_PATH}/${id}?sub=${id}&amp;x=1`
    const parameters = options.needsReferenceParameters
      ? `<wsa:ReferenceParameters><dom0:SubscriptionId xmlns:dom0="http://maker.example/events" wsa:IsReferenceParameter="true">${id}</dom0:SubscriptionId></wsa:ReferenceParameters>`
      : ''
    const reference = `<tev:SubscriptionReference><wsa:Address>${this.#parts.origin()}${path}</wsa:Address>${parameters}</tev:SubscriptionReference>`
    if (options.crashesForMs !== null) {
      const { crashesForMs } = options
      setTimeout(() => this.#parts.crash(crashesForMs), POLL_MS)
    }
    return {
      name: 'tev:CreatePullPointSubscriptionResponse',
      inner: `${reference}${this.#times(subscriber)}`,
    }
  }

  /** ms of the term that is granted, or null for one that is refused. */
  #grant(asked: string): number | null {
    this.askedTerms.push(asked)
    const { mostTermSec, terms } = this.#parts.options
    const most = mostTermSec * 1000
    if (asked === '') return most
    const seconds = /^PT(\d+)S$/.exec(asked)?.[1]
    if (seconds === undefined) {
      const at = Date.parse(asked)
      return Number.isFinite(at) && at > this.#parts.now() ? Math.min(at - this.#parts.now(), most) : null
    }
    switch (terms) {
      case 'right':
        return Math.min(Number(seconds) * 1000, most)
      case 'absolute-only':
        return null
      case 'minutes':
        return Number(seconds) * 60_000
      case 'nothing':
        return 0
    }
  }

  #renew(subscriber: Subscriber, asked: string): EventAnswer {
    switch (this.#parts.options.renewal) {
      case 'unsupported':
        return { subcode: 'ter:ActionNotSupported' }
      case 'refused':
        return { subcode: 'ter:NotAuthorized', isUnauthorized: true }
      case 'right': {
        const termMs = this.#grant(asked)
        if (termMs === null) return { subcode: 'wsntw:UnacceptableTerminationTimeFault' }
        subscriber.endsAtMs = this.#parts.now() + termMs
        return { name: 'wsnt:RenewResponse', inner: this.#times(subscriber, 'wsnt') }
      }
    }
  }

  #unsubscribe(subscriber: Subscriber): EventAnswer {
    const { leaksSlots, unsubscribeEndsAll } = this.#parts.options
    if (unsubscribeEndsAll) this.endAll()
    this.#subscribers.delete(subscriber.id)
    subscriber.wake()
    if (leaksSlots) this.#leaked.push(subscriber.endsAtMs)
    return { name: 'wsnt:UnsubscribeResponse', inner: '' }
  }

  async #pull(subscriber: Subscriber, { body, gone }: EventRequest): Promise<EventAnswer> {
    const waitSec = Number(/^PT(\d+)S$/.exec(textAt(body, 'Timeout'))?.[1] ?? 1)
    this.askedWaits.push(waitSec)
    const { pullEndsAfterMs, waits } = this.#parts.options
    const endsSooner = pullEndsAfterMs !== null && pullEndsAfterMs < waitSec * 1000
    if (subscriber.queue.length === 0 && waits) {
      await waited(subscriber, endsSooner ? pullEndsAfterMs : waitSec * 1000, gone)
      if (endsSooner && subscriber.queue.length === 0 && !gone.aborted) return this.#cut()
    }
    // What waits is kept for who comes back.
    if (gone.aborted) return { cutBy: 'fin' }
    if (!this.#subscribers.has(subscriber.id)) return { subcode: 'wsrf-rw:ResourceUnknownFault' }
    if (this.#parts.options.isExtendedByPulling) {
      subscriber.endsAtMs = Math.max(subscriber.endsAtMs, this.#parts.now() + subscriber.termMs)
    }
    const messages = subscriber.queue.splice(0).join('')
    return { name: 'tev:PullMessagesResponse', inner: `${this.#times(subscriber)}${messages}` }
  }

  #cut(): EventAnswer {
    this.cuts += 1
    return { cutBy: this.#parts.options.cutBy }
  }

  /** Tells a subscriber the state that the camera is in. */
  #list(subscriber: Subscriber): void {
    const { listing, listsAfterMs, tellsMotion } = this.#parts.options
    if (!tellsMotion || listing === 'none') return
    if (listsAfterMs > 0) setTimeout(() => this.#listNow(subscriber), listsAfterMs).unref()
    else this.#listNow(subscriber)
  }

  #listNow(subscriber: Subscriber): void {
    const { listing } = this.#parts.options
    for (const [channel, { isMoving }] of this.#moving)
      this.#tell(
        subscriber,
        this.#motion(listing === 'initialized' ? 'Initialized' : undefined, isMoving, channel),
      )
  }

  /** Tells what has begun or ceased to move since it was looked for last. */
  look(): void {
    for (let channel = 1; channel <= this.#parts.channels(); channel++) this.#lookAt(channel)
  }

  #lookAt(channel: number): void {
    const { pulsesEveryMs, tellsMotion } = this.#parts.options
    const known = this.#moving.get(channel) ?? { isMoving: false, toldAtMs: 0 }
    this.#moving.set(channel, known)
    const moving = this.#parts.isMoving(channel)
    if (tellsMotion && pulsesEveryMs !== null) {
      const now = performance.now()
      if (moving && now - known.toldAtMs >= pulsesEveryMs) {
        known.toldAtMs = now
        this.raise(this.#motion(undefined, true, channel))
      }
    } else if (tellsMotion && moving !== known.isMoving) this.raise(this.#motion('Changed', moving, channel))
    known.isMoving = moving
  }

  #motion(operation: RaisedEvent['operation'], moving: boolean, channel: number): RaisedEvent {
    const { item, topic, words } = this.#parts.options
    const source = { ...this.#channelItem(channel), Rule: 'MyMotionRule' }
    return { topic, operation, source, data: { [item]: words[moving ? 1 : 0] } }
  }

  #channelItem(channel: number): Readonly<Record<string, string>> {
    const { configuration, source } = tokensOf(channel)
    switch (this.#parts.options.channelItem) {
      case 'configuration':
        return { VideoSourceConfigurationToken: configuration }
      case 'source':
        return { Source: source }
      case 'nothing':
        return {}
    }
  }

  #tell(subscriber: Subscriber, event: RaisedEvent): void {
    const at = this.#parts.options.hasZeroTimes ? 0 : this.#parts.now()
    subscriber.queue.push(notification(event, new Date(at).toISOString()))
    subscriber.wake()
  }

  #subscriberOf({ header, path }: EventRequest): Subscriber | undefined {
    const id = this.#parts.options.needsReferenceParameters
      ? textAt(header, 'SubscriptionId')
      : (/\/(\d+)\?/.exec(path)?.[1] ?? '')
    return this.#subscribers.get(id)
  }

  #times({ endsAtMs }: Subscriber, prefix: 'tev' | 'wsnt' = 'tev'): string {
    const time = (ms: number) => new Date(ms).toISOString()
    const inner = `<wsnt:CurrentTime>${time(this.#parts.now())}</wsnt:CurrentTime><wsnt:TerminationTime>${time(endsAtMs)}</wsnt:TerminationTime>`
    return prefix === 'wsnt' ? inner : inner.replaceAll('wsnt:', 'tev:')
  }

  #forgetExpired(): void {
    const now = this.#parts.now()
    for (const [id, { endsAtMs, wake }] of this.#subscribers) {
      if (endsAtMs > now) continue
      this.#subscribers.delete(id)
      wake()
    }
    const held = this.#leaked.filter((endsAtMs) => endsAtMs > now)
    this.#leaked.splice(0, this.#leaked.length, ...held)
  }
}

function isAddressed(header: XmlNode | undefined): boolean {
  return ['Action', 'To', 'MessageID'].every(
    (name) => textAt(header, name) !== '' || element(header, name) !== undefined,
  )
}

function waited(subscriber: Subscriber, ms: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      gone.removeEventListener('abort', end)
      subscriber.wake = () => {}
      resolve()
    }
    const timer = setTimeout(end, ms)
    gone.addEventListener('abort', end, { once: true })
    subscriber.wake = end
  })
}
