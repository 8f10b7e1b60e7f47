import { FromViewer, liveCloseCodes, liveLimits, type ToViewer } from '@sightline/protocol'
import type { RawData, WebSocket } from 'ws'
import { BackgroundTasks } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import { TokenBucket } from '../platform/token-bucket.js'
import { watchSilence } from '../platform/watch-silence.js'
import { PreviewSubscription, type PreviewSubscriptionDeps } from './preview-subscription.js'

export interface PreviewSessionOptions extends Pick<PreviewSubscriptionDeps, 'streams' | 'transcode'> {
  /** What the page calls the camera. */
  readonly cameraId: string
  readonly clock: Clock
  readonly log: Logger
}

/** Pictures of one page; it shows one, and asks for the next before it lets go of that. */
const mostSubscriptions = 4
/** Requests over a socket, acknowledgements not counted, and all messages. */
const requestRate = { perSecond: 20, burst: 200 } as const
const messageRate = { perSecond: 640, burst: 6400 } as const
const overMessage = 'The preview has ended. Run "agent preview" again.'

/** The live socket of one page (docs/protocol.md, 20). Who may open it was decided before. */
export class PreviewSession {
  readonly #socket: WebSocket
  readonly #options: PreviewSessionOptions
  readonly #subscriptions = new Map<number, PreviewSubscription>()
  readonly #requests = new TokenBucket(requestRate)
  readonly #messages = new TokenBucket(messageRate)
  readonly #ending: BackgroundTasks
  readonly #stopWatching: () => void

  constructor(socket: WebSocket, options: PreviewSessionOptions) {
    this.#socket = socket
    this.#options = options
    this.#ending = new BackgroundTasks((err) => options.log.error({ err }, 'preview.picture_not_ended'))
    this.#stopWatching = watchSilence(socket, options.clock, liveLimits.silenceMs, () => socket.terminate())
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#over())
    socket.on('message', (data, isBinary) => this.#received(data, isBinary))
    this.#send({ type: 'welcome', server_time: this.#nowText(), expires_at: null })
  }

  /** Says that the preview is over, and ends it. Resolves once nothing of it runs. */
  async end(): Promise<void> {
    const { unavailable: code } = liveCloseCodes
    for (const id of this.#subscriptions.keys())
      this.#send({ type: 'ended', id, code, reason: null, message: overMessage, retry_after_ms: null })
    this.#socket.close(1000)
    this.#over()
    await this.#ending.settled()
  }

  #over(): void {
    this.#stopWatching()
    for (const id of this.#subscriptions.keys()) this.#leave(id)
  }

  #received(data: RawData, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const message = isBinary ? null : readMessage(data)
    if (message === null) return this.#refuse(liveCloseCodes.badMessage, 'the message cannot be read')
    const nowMs = this.#options.clock.monotonic()
    const isTooMany =
      !this.#messages.tryTake(nowMs) || (message.type !== 'ack' && !this.#requests.tryTake(nowMs))
    if (isTooMany) return this.#refuse(liveCloseCodes.tooMany, 'too many messages')
    this.#take(message)
  }

  #take(message: FromViewer): void {
    switch (message.type) {
      case 'subscribe':
        return this.#subscribe(message)
      case 'update':
        return this.#subscriptions.get(message.id)?.update(message)
      case 'unsubscribe':
        return this.#unsubscribe(message.id)
      case 'ack':
        if (this.#subscriptions.get(message.id)?.acknowledge(message.sequence) === false)
          this.#refuse(liveCloseCodes.badMessage, 'a frame was acknowledged that was never sent')
        return
      // Who may look was decided by the page's own address and cookie, until the preview ends.
      case 'token':
      case 'renew':
        return
    }
  }

  #subscribe({
    id,
    camera_id,
    stream,
    mode,
    audio,
    decodes,
  }: Extract<FromViewer, { type: 'subscribe' }>): void {
    const { cameraId, streams, transcode, clock, log } = this.#options
    if (this.#subscriptions.has(id)) return this.#refuse(liveCloseCodes.badMessage, 'this id is in use')
    if (camera_id !== cameraId) return this.#end(id, liveCloseCodes.notFound, 'There is no such camera here.')
    if (this.#subscriptions.size >= mostSubscriptions)
      return this.#end(id, liveCloseCodes.tooMany, 'Too many pictures are watched.')
    const subscription = new PreviewSubscription(
      id,
      { stream, mode, audio, decodes },
      {
        streams,
        transcode,
        clock,
        log,
        send: (said) => this.#send(said),
        sendFrame: (bytes) => this.#socket.send(bytes),
        bufferedBytes: () => this.#socket.bufferedAmount,
        ended: () => this.#leave(id),
      },
    )
    this.#subscriptions.set(id, subscription)
    subscription.begin()
  }

  #unsubscribe(id: number): void {
    if (!this.#subscriptions.has(id)) return
    this.#leave(id)
    this.#end(id, 1000, 'It was asked for.')
  }

  #leave(id: number): void {
    const subscription = this.#subscriptions.get(id)
    this.#subscriptions.delete(id)
    if (subscription) this.#ending.add(subscription.end())
  }

  #end(id: number, code: number, message: string): void {
    this.#send({ type: 'ended', id, code, reason: null, message, retry_after_ms: null })
  }

  #refuse(code: number, reason: string): void {
    this.#socket.close(code, reason)
    this.#over()
  }

  #send(message: ToViewer): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #nowText(): string {
    return new Date(this.#options.clock.now()).toISOString()
  }
}

function readMessage(data: RawData): FromViewer | null {
  const text = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)
  try {
    return FromViewer.safeParse(JSON.parse(text.toString('utf8'))).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
