import type { Duplex } from 'node:stream'
import { FromViewer, liveCloseCodes, liveLimits, type ToViewer } from '@sightline/protocol'
import type { WebSocket } from 'ws'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { AppError } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import type { LiveFigures } from '../live-figures.js'
import { LiveSocket } from '../sockets/live-socket.js'
import { MessageBucket, type MessageRate } from '../sockets/message-bucket.js'
import { readJson } from '../sockets/read-json.js'
import type { UpstreamRegistry } from '../upstreams/upstream-registry.js'
import type { LiveEnd, Viewer, WatchedCamera } from '../viewers/viewer.js'
import { endOf, type SubscriptionEnd } from './ends.js'
import { EntitlementWatch } from './entitlement-watch.js'
import { Subscription } from './subscription.js'
import type { SubscriptionLimits } from './subscription-limits.js'
import { UsedIds } from './used-ids.js'

export interface LiveSessionDeps {
  readonly platform: Pick<Platform, 'clock' | 'log'>
  readonly upstreams: Pick<UpstreamRegistry, 'open' | 'isFlowing'>
  readonly figures: LiveFigures
  readonly limits: SubscriptionLimits
}

type Message<T extends FromViewer['type']> = Extract<FromViewer, { type: T }>

const lookEveryMs = 1_000
/** Requests of a viewer, which reach the database. */
const requestRate: MessageRate = { perSecond: 20, burst: 200 }
/**
 * Acknowledgements that tell nothing new. One that does is paid for by its frame; of 64 pictures that end at once some hundred
 * frames each may still be spoken of.
 */
const repeatRate: MessageRate = { perSecond: 640, burst: 6_400 }

/** A viewer's live socket from 101 to its end: what is asked for on it, and the pictures that it gets. */
export class LiveSession {
  readonly viewer: Viewer
  readonly #deps: LiveSessionDeps
  readonly #socket: LiveSocket
  readonly #subscriptions = new Map<number, Subscription>()
  /** Requests about each id go one after the other; only what is not done yet is kept. */
  readonly #lines = new Map<number, Promise<void>>()
  readonly #used = new UsedIds()
  readonly #watch: EntitlementWatch
  readonly #requests: MessageBucket
  readonly #repeats: MessageBucket
  /** Monotonic; null while something is watched. */
  #idleSinceMs: number | null
  #cancelFirst: () => void
  #cancelLook: () => void = () => {}
  #isOver = false
  /** Resolves when the socket is gone and the end of each picture is noted. Never rejects. */
  readonly ended: Promise<void>

  /** @param connection under the socket */
  constructor(deps: LiveSessionDeps, viewer: Viewer, socket: WebSocket, connection: Duplex) {
    const { clock } = deps.platform
    this.#deps = deps
    this.viewer = viewer
    this.#requests = new MessageBucket(requestRate, clock.monotonic())
    this.#repeats = new MessageBucket(repeatRate, clock.monotonic())
    this.#idleSinceMs = clock.monotonic()
    let ended: () => void = () => {}
    this.ended = new Promise((resolve) => {
      ended = resolve
    })
    const events = {
      text: (text: string) => this.#text(text),
      binary: () => this.#refuse('a viewer sends no binary messages'),
      closed: () => void this.#closed().finally(ended),
    }
    this.#socket = new LiveSocket(socket, clock, events, { connection })
    this.#watch = new EntitlementWatch(deps.platform, viewer, {
      cameraIds: () => [...new Set([...this.#subscriptions.values()].map(({ camera }) => camera.id))],
      socketEnds: ({ code, message }) => this.close(code, message),
      cameraEnds: (cameraId, end) => this.#endCamera(cameraId, end),
    })
    this.#cancelFirst = clock.after(liveLimits.firstSubscribeMs, () => {
      if (this.#used.isEmpty) this.close(liveCloseCodes.silent, 'nothing was asked for')
    })
    this.#look()
    this.#send({
      type: 'welcome',
      server_time: toTimestamp(new Date(clock.now())),
      expires_at: viewer.expiresAt && toTimestamp(viewer.expiresAt),
    })
  }

  /** Pictures that are watched on it. */
  get size(): number {
    return this.#subscriptions.size
  }

  /** Something about rights or cameras has changed. */
  verify(): void {
    this.#watch.look()
  }

  /** The node is going to stop. @param leftMs how long the socket stays */
  move(leftMs: number): void {
    this.#send({ type: 'moving', left_ms: leftMs })
  }

  close(code: number, reason: string): void {
    // At most 123 bytes fit into a close frame.
    this.#socket.close(
      code,
      Buffer.from(reason)
        .subarray(0, 120)
        .toString('utf8')
        .replace(/\uFFFD$/, ''),
    )
  }

  #text(text: string): void {
    const message = FromViewer.safeParse(readJson(text)).data
    if (!message) return this.#refuse('a message cannot be read')
    if (message.type === 'ack') return this.#acknowledge(message)
    if (!this.#requests.take(this.#deps.platform.clock.monotonic()))
      return this.close(liveCloseCodes.tooMany, 'too many requests')
    switch (message.type) {
      case 'subscribe':
        return this.#inOrder(message.id, () => this.#subscribe(message))
      case 'update':
      case 'unsubscribe':
        if (!this.#used.has(message.id)) return this.#refuse(`there is no subscription ${message.id}`)
        return this.#inOrder(message.id, async () => this.#change(message))
      case 'token':
        return this.#renewed(() => this.viewer.replaceToken(message.token))
      case 'renew':
        return this.#renewed(() => this.viewer.renew())
    }
  }

  /** One that ended a moment ago may still be spoken of; one that never was may not. */
  #acknowledge({ id, sequence }: Message<'ack'>): void {
    const subscription = this.#subscriptions.get(id)
    const told = subscription?.acknowledge(sequence) ?? (this.#used.has(id) ? 'repeated' : 'never_sent')
    if (told === 'never_sent') this.#refuse(`frame ${sequence} of subscription ${id} was never sent`)
    if (told === 'repeated' && !this.#repeats.take(this.#deps.platform.clock.monotonic()))
      this.close(liveCloseCodes.tooMany, 'too many acknowledgements')
  }

  #change(message: Message<'update' | 'unsubscribe'>): void {
    if (message.type === 'update') return this.#subscriptions.get(message.id)?.update(message)
    this.#endSubscription(message.id, { code: 1000, reason: null, message: 'as asked', retryAfterMs: null })
  }

  async #subscribe({ id, camera_id: cameraId, ...asked }: Message<'subscribe'>): Promise<void> {
    if (this.#subscriptions.has(id)) return this.#refuse(`subscription ${id} is in use`)
    const { limits } = this.#deps
    const tooMany = limits.take(this.viewer)
    if (tooMany !== null) return this.#sayEnded(id, endOf.tooMany(tooMany))
    try {
      const camera = await this.viewer.requireCamera(cameraId)
      if (this.#isOver) return limits.free(this.viewer)
      if (!camera.enabled) {
        limits.free(this.viewer)
        return this.#sayEnded(id, endOf.disabled)
      }
      this.#begin(id, camera, asked)
    } catch (error) {
      limits.free(this.viewer)
      this.#refuseCamera(id, error)
    }
  }

  #begin(id: number, camera: WatchedCamera, asked: ConstructorParameters<typeof Subscription>[3]): void {
    const { platform, upstreams, figures } = this.#deps
    const subscription = new Subscription(
      {
        clock: platform.clock,
        upstreams,
        figures,
        socket: this.#socket,
        send: (message) => this.#send(message),
        ended: (end) => this.#endSubscription(id, end),
      },
      id,
      camera,
      asked,
    )
    this.#subscriptions.set(id, subscription)
    this.#idleSinceMs = null
    void this.#note('live.begin_not_noted', () => this.viewer.began(camera))
    subscription.start()
    // What changed while the camera was looked up was noticed by nobody.
    this.#watch.look()
  }

  #refuseCamera(id: number, error: unknown): void {
    if (error instanceof AppError && error.kind === 'unauthenticated')
      return this.close(liveCloseCodes.unauthenticated, error.message)
    if (!(error instanceof AppError)) this.#deps.platform.log.error({ err: error }, 'live.subscribe_failed')
    this.#sayEnded(id, endOf.error(error))
  }

  #endCamera(cameraId: string, end: LiveEnd): void {
    for (const { id, camera } of this.#subscriptions.values())
      if (camera.id === cameraId) this.#endSubscription(id, { ...end, retryAfterMs: null })
  }

  #endSubscription(id: number, end: SubscriptionEnd): void {
    const subscription = this.#subscriptions.get(id)
    if (!subscription) return
    void this.#drop(subscription)
    this.#sayEnded(id, end)
  }

  #sayEnded(id: number, { code, reason, message, retryAfterMs }: SubscriptionEnd): void {
    this.#send({ type: 'ended', id, code, reason, message, retry_after_ms: retryAfterMs })
  }

  #drop(subscription: Subscription): Promise<void> {
    const { camera, beganAtMs, id } = subscription
    const nowMs = this.#deps.platform.clock.monotonic()
    this.#subscriptions.delete(id)
    if (this.#subscriptions.size === 0) this.#idleSinceMs = nowMs
    subscription.end()
    this.#deps.limits.free(this.viewer)
    const watchedMs = nowMs - beganAtMs
    return this.#note('live.end_not_noted', () => this.viewer.ended(camera, watchedMs))
  }

  async #closed(): Promise<void> {
    this.#isOver = true
    this.#cancelFirst()
    this.#cancelLook()
    this.#watch.end()
    await Promise.all([...this.#subscriptions.values()].map((subscription) => this.#drop(subscription)))
    await Promise.all(this.#lines.values())
  }

  #renewed(renew: () => Promise<Date>): void {
    renew().then(
      (end) => {
        this.#send({ type: 'renewed', expires_at: toTimestamp(end) })
        this.#watch.look()
      },
      (error: unknown) => {
        if (error instanceof AppError && error.kind !== 'unavailable')
          return this.close(liveCloseCodes.unauthenticated, error.message)
        this.#deps.platform.log.warn({ err: error }, 'live.renewal_failed')
        this.close(liveCloseCodes.restarting, 'the token could not be checked; connect again')
      },
    )
  }

  #inOrder(id: number, work: () => Promise<void>): void {
    this.#used.add(id)
    const before = this.#lines.get(id) ?? Promise.resolve()
    const done = before
      .then(() => (this.#isOver ? undefined : work()))
      .catch((error: unknown) => {
        this.#deps.platform.log.error({ err: error }, 'live.request_failed')
        this.close(liveCloseCodes.restarting, 'the request could not be carried out')
      })
      .then(() => {
        if (this.#lines.get(id) === done) this.#lines.delete(id)
      })
    this.#lines.set(id, done)
  }

  /** Keeps what the audit is told. That it cannot be told ends no picture. */
  #note(event: string, work: () => Promise<void>): Promise<void> {
    return work().catch((error: unknown) => this.#deps.platform.log.warn({ err: error }, event))
  }

  #look(): void {
    const { clock } = this.#deps.platform
    this.#cancelLook = clock.after(lookEveryMs, () => {
      this.#look()
      if (this.#idleSinceMs !== null && clock.monotonic() - this.#idleSinceMs >= liveLimits.idleMs)
        return this.close(liveCloseCodes.silent, 'nothing is watched')
      if ([...this.#subscriptions.values()].some((subscription) => !subscription.look()))
        return this.close(liveCloseCodes.silent, 'nothing was acknowledged')
      if (clock.monotonic() - this.#socket.sentAtMs >= liveLimits.aliveMs) this.#send({ type: 'alive' })
    })
  }

  #send(message: ToViewer): void {
    this.#socket.sendText(JSON.stringify(message))
  }

  #refuse(reason: string): void {
    this.close(liveCloseCodes.badMessage, reason)
  }
}
