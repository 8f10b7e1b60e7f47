import type { FromViewer, MediaFrame } from '@sightline/protocol'
import { sequencesBetween, writeMediaFrame } from '@sightline/protocol'
import type { WebSocket } from 'ws'
import type { LiveService } from './live-service.js'

interface Subscription {
  readonly id: number
  readonly asked: Extract<FromViewer, { type: 'subscribe' }>
  stream: 'main' | 'sub'
  mode: 'full' | 'keys'
  audio: boolean
  sequence: number
  /** Frames were left out, and none goes before the next keyframe. */
  hasGap: boolean
  acked: number
  /** When each frame without acknowledgement was sent, ms. */
  readonly open: Map<number, number>
  /** The longest that one waited for it. */
  slowestAckMs: number
}

/** One viewer's socket. */
export class LiveSession {
  readonly socket: WebSocket
  readonly subscriptions = new Map<number, Subscription>()
  readonly #service: LiveService
  #endsAt: number | null

  constructor(socket: WebSocket, service: LiveService) {
    this.socket = socket
    this.#service = service
    const { tokenMs } = service.script
    this.#endsAt = tokenMs === null ? null : Date.now() + tokenMs
    this.send({
      type: 'welcome',
      server_time: new Date().toISOString(),
      expires_at: this.#endsAt === null ? null : new Date(this.#endsAt).toISOString(),
    })
  }

  send(message: object): void {
    if (!this.#service.script.isHushed) this.socket.send(JSON.stringify(message))
  }

  /** To each subscription, with its number. */
  say(message: object): void {
    for (const { id } of this.subscriptions.values()) this.send({ id, ...message })
  }

  take(message: FromViewer): void {
    switch (message.type) {
      case 'subscribe':
        return this.#subscribe(message)
      case 'update': {
        const found = this.subscriptions.get(message.id)
        if (!found) return
        found.stream = message.stream ?? found.stream
        found.mode = message.mode ?? found.mode
        found.audio = message.audio ?? found.audio
        return this.#begin(found)
      }
      case 'unsubscribe':
        this.subscriptions.delete(message.id)
        return this.send({
          type: 'ended',
          id: message.id,
          code: 1000,
          reason: null,
          message: 'It was asked for.',
          retry_after_ms: null,
        })
      case 'ack':
        return this.#ack(message.id, message.sequence)
      case 'token':
      case 'renew': {
        this.#endsAt = Date.now() + (this.#service.script.tokenMs ?? 0)
        return this.send({ type: 'renewed', expires_at: new Date(this.#endsAt).toISOString() })
      }
    }
  }

  frame(frame: MediaFrame): void {
    for (const one of this.subscriptions.values()) {
      if (frame.keyframe || !this.#sendsKeyframesAlone(one)) this.#send(one, frame)
      if (one.audio && this.#service.script.hasSound) this.#send(one, this.#service.soundBeside(frame))
    }
  }

  #subscribe(asked: Extract<FromViewer, { type: 'subscribe' }>): void {
    const { end } = this.#service.script
    if (end) return this.send({ type: 'ended', id: asked.id, ...end })
    const { id, stream, mode, audio } = asked
    const made = {
      id,
      asked,
      stream,
      mode,
      audio,
      sequence: 0,
      hasGap: false,
      acked: 0,
      open: new Map(),
      slowestAckMs: 0,
    }
    this.subscriptions.set(id, made)
    this.#begin(made)
  }

  #begin(one: Subscription): void {
    const { id, stream, mode } = one
    this.send({ type: 'format', id, stream, mode, ...this.#service.format })
    const since = new Date().toISOString()
    this.send({ type: 'state', id, state: 'live', stream, reason: null, message: null, since })
    const gop = this.#sendsKeyframesAlone(one) ? this.#service.gop.slice(0, 1) : this.#service.gop
    for (const frame of gop) this.#send(one, { ...frame, catchUp: true })
  }

  #sendsKeyframesAlone({ mode }: Subscription): boolean {
    return mode === 'keys' || this.#service.script.jpeg !== null
  }

  #send(one: Subscription, frame: MediaFrame): void {
    if (this.#service.script.isHushed) one.hasGap = true
    if (one.hasGap && (this.#service.script.isHushed || !frame.keyframe)) return
    const { jpeg } = this.#service.script
    one.sequence++
    one.open.set(one.sequence, Date.now())
    const discontinuity = one.hasGap
    one.hasGap = false
    const shown =
      jpeg && frame.kind === 'video'
        ? { ...frame, kind: 'jpeg' as const, keyframe: true, data: jpeg }
        : {
            ...frame,
            discontinuity,
            data: this.#service.script.isRefreshed ? withoutIdr(frame.data) : frame.data,
          }
    this.socket.send(writeMediaFrame({ ...shown, subscription: one.id, sequence: one.sequence }))
  }

  #ack(id: number, sequence: number): void {
    const one = this.subscriptions.get(id)
    if (!one) return
    if (sequence > one.sequence || sequencesBetween(one.acked, sequence) < 0) {
      this.#service.complaints.push(`acknowledged ${sequence} of ${one.sequence} after ${one.acked}`)
      return
    }
    one.acked = sequence
    for (const [open, at] of one.open) {
      if (open > sequence) break
      one.slowestAckMs = Math.max(one.slowestAckMs, Date.now() - at)
      one.open.delete(open)
    }
  }
}

/** The same NAL units, none of which says that it is of an IDR picture. */
function withoutIdr(data: Uint8Array): Buffer {
  const copy = Buffer.from(data)
  for (let at = 0; at + 4 < copy.length; at += 4 + copy.readUInt32BE(at)) {
    const head = copy[at + 4] ?? 0
    if ((head & 0x1f) === 5) copy[at + 4] = (head & 0xe0) | 1
  }
  return copy
}
