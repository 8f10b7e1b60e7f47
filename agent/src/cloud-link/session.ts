import {
  type CameraLease,
  type ChannelError,
  type CommandType,
  channelLimits,
  closeCodes,
  type FrameHead,
  isCommand,
  type Reading,
  type RequestType,
  type Result,
  readToGateway,
  remedyFor,
  type ToCloudType,
  type ToGatewayFrame,
  writeToCloud,
} from '@sightline/protocol'
import type { RawData, WebSocket } from 'ws'
import { inBackground } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import { defaultSilenceMs } from '../platform/cloud-http.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import { watchSilence } from '../platform/watch-silence.js'

export type FrameOf<T extends ToGatewayFrame['type']> = Extract<ToGatewayFrame, { type: T }>
export type CommandFrame = FrameOf<CommandType>
export type ConfigurationFrame = FrameOf<'camera.set' | 'camera.drop' | 'config.complete' | 'lease.renewed'>

/** What the body of a frame of type `T` is made of. */
export type BodyOf<T extends ToCloudType> = Parameters<typeof writeToCloud<T>>[1]

/** The answer to a request, or that the connection was lost before one came. */
export type Answer =
  | { readonly kind: 'done'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly error: ChannelError }
  | { readonly kind: 'lost' }

/** What a session hands on. None of these may throw; the last resolves always. */
interface SessionHandlers {
  welcome(frame: FrameOf<'welcome'>): void
  ack(frame: FrameOf<'ack'>): void
  configuration(frame: ConfigurationFrame): void
  command(frame: CommandFrame, signal: AbortSignal): Promise<Result>
}

export interface SessionDeps {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Without a sign of the cloud it is cut, ms; by default what the protocol says. */
  readonly silenceMs?: number | undefined
}

/** Requests without an answer and commands in work at once; more are turned away. */
const mostAtOnce = 64
const answerMs = 30_000
/** How long the other side may take to close. */
const closingMs = 1000

/**
 * One connection, from the upgrade to its end: frames in and out, requests and their answers, commands and
 * their results, and the watch over a peer that fell silent.
 */
export class Session {
  readonly #socket: WebSocket
  readonly #handlers: SessionHandlers
  readonly #deps: SessionDeps
  readonly #requests = new Map<string, (answer: Answer) => void>()
  readonly #ending = new AbortController()
  #commands = 0
  #welcomed = false

  /** Resolves with the close code once the connection is over. */
  readonly ended: Promise<number>

  constructor(socket: WebSocket, handlers: SessionHandlers, deps: SessionDeps) {
    this.#socket = socket
    this.#handlers = handlers
    this.#deps = deps
    const stopWatching = watchSilence(socket, deps.clock, deps.silenceMs ?? defaultSilenceMs, () =>
      this.close(closeCodes.silent),
    )
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    this.ended = new Promise((resolve) => {
      socket.once('close', (code) => {
        stopWatching()
        this.#ending.abort()
        for (const settle of this.#requests.values()) settle({ kind: 'lost' })
        resolve(code)
      })
    })
    socket.resume()
  }

  /** Aborts when the connection is over. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** Sends a frame at once. A peer that does not read is cut, for what is buffered would only grow. */
  send<T extends ToCloudType>(type: T, body: BodyOf<T>, head: Omit<FrameHead, 'id'> = {}): string {
    const id = this.#deps.random.id()
    this.#write(writeToCloud(type, body, { id, ...head }))
    return id
  }

  /** Sends a durable frame as it was kept: its body was checked before it entered the outbox. */
  sendKept(
    type: ToCloudType,
    body: Readonly<Record<string, unknown>>,
    head: { readonly seq: number; readonly lease?: CameraLease | undefined },
  ): void {
    this.#write(JSON.stringify({ v: 1, id: this.#deps.random.id(), type, ...head, body }))
  }

  /** Asks the cloud for something. Never rejects. */
  request<T extends RequestType>(type: T, body: BodyOf<T>, lease?: CameraLease): Promise<Answer> {
    if (this.signal.aborted || this.#requests.size >= mostAtOnce) return Promise.resolve({ kind: 'lost' })
    return new Promise((resolve) => {
      const id = this.send(type, body, { lease })
      const cancel = this.#deps.clock.after(answerMs, () => settle({ kind: 'lost' }))
      const settle = (answer: Answer) => {
        cancel()
        this.#requests.delete(id)
        resolve(answer)
      }
      this.#requests.set(id, settle)
    })
  }

  /** Closes without waiting for the other side, which may be gone. */
  close(code: number): void {
    this.#socket.close(code)
    const cancel = this.#deps.clock.after(code === closeCodes.silent ? 0 : closingMs, () =>
      this.#socket.terminate(),
    )
    this.#socket.once('close', cancel)
  }

  #write(text: string): void {
    if (this.signal.aborted) return
    if (this.#socket.bufferedAmount > channelLimits.bufferedBytes) {
      this.#deps.log.warn({ bytes: this.#socket.bufferedAmount }, 'link.peer_does_not_read')
      this.#socket.terminate()
      return
    }
    this.#socket.send(text)
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (isBinary) return this.close(closeCodes.badFrame)
    const reading = readToGateway(textOf(data))
    if (reading.kind !== 'frame') return this.#refuse(reading)
    const { frame } = reading
    if (frame.type === 'welcome') {
      if (!this.#welcomed) this.#handlers.welcome(frame)
      this.#welcomed = true
      return
    }
    if (!this.#welcomed) return this.close(closeCodes.badFrame)
    this.#take(frame)
  }

  #take(frame: Exclude<ToGatewayFrame, { type: 'welcome' }>): void {
    switch (frame.type) {
      case 'ack':
        return this.#handlers.ack(frame)
      case 'result':
        return this.#requests.get(frame.re)?.(answerOf(frame.body))
      case 'camera.set':
      case 'camera.drop':
      case 'config.complete':
      case 'lease.renewed':
        return this.#handlers.configuration(frame)
      case 'probe':
      case 'trigger':
      case 'snapshot':
      case 'ptz':
      case 'discover':
      case 'live.start':
        inBackground(this.#carryOut(frame), this.#deps.log, 'link.command_failed', { type: frame.type })
    }
  }

  async #carryOut(frame: CommandFrame): Promise<void> {
    if (this.#commands >= mostAtOnce) {
      this.send('result', refusal('unavailable', 'too many commands at once'), answering(frame))
      return
    }
    this.#commands += 1
    try {
      const result = await this.#handlers.command(frame, this.signal)
      this.send('result', result, answering(frame))
    } finally {
      this.#commands -= 1
    }
  }

  #refuse(reading: Exclude<Reading<never>, { kind: 'frame' }>): void {
    const remedy = remedyFor(reading)
    const reason = reading.kind === 'bad' ? reading.reason : 'unknown type'
    this.#deps.log.warn({ type: reading.type, reason, remedy: remedy.do }, 'link.frame_not_taken')
    if (remedy.do === 'close') this.close(closeCodes.badFrame)
    if (remedy.do === 'answer') {
      const answers = reading.type !== null && isCommand(reading.type)
      if (answers) this.send('result', refusal(remedy.code, reason), { re: remedy.re })
    }
    if (remedy.do === 'settle') {
      this.#requests.get(remedy.re)?.({ kind: 'refused', error: { code: 'internal', message: reason } })
    }
  }
}

/** The head of the answer: a command about a leased camera is answered under its lease. */
function answering({ id, lease }: CommandFrame): Omit<FrameHead, 'id'> {
  return { re: id, lease }
}

/** A result that says no. */
export function refusal(code: string, message: string): Result {
  return { ok: false, error: { code, message: message.slice(0, 1000) } }
}

function answerOf(result: Result): Answer {
  return result.ok ? { kind: 'done', value: result.value } : { kind: 'refused', error: result.error }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}
