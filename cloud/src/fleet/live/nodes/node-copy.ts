import type { Duplex } from 'node:stream'
import { CloudMediaMessage, type LiveFormat, liveCloseCodes } from '@sightline/protocol'
import type { WebSocket } from 'ws'
import type { Clock } from '../../../platform/time/clock.js'
import { Attachment } from '../delivery/attachment.js'
import { FrameQueue, type Sending } from '../delivery/frame-queue.js'
import { bytesOf, headFor, type TakenFrame } from '../frames/taken-frame.js'
import { LiveSocket } from '../sockets/live-socket.js'
import { readJson } from '../sockets/read-json.js'
import type { Condition } from '../upstreams/condition.js'
import type { Needs } from '../upstreams/media-socket.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { NodeMessage } from './node-message.js'

/** Bytes that wait for another node: as for a viewer, but its line is the operator's own. */
const bufferLimits = { burst: 1024 * 1024, most: 8 * 1024 * 1024, text: 16 * 1024 * 1024 }

/** A copy of a stream for another node, which gives it to its own viewers. It speaks as an agent on a media socket. */
export class NodeCopy {
  readonly #upstream: Upstream
  readonly #socket: LiveSocket
  readonly #queue: FrameQueue
  #attachment: Attachment
  /** Resolves when the socket is gone. */
  readonly ended: Promise<void>

  /** @param opened.connection under the socket */
  constructor(
    clock: Clock,
    opened: { upstream: Upstream; needs: Needs; socket: WebSocket; connection: Duplex },
  ) {
    const { upstream, needs, socket, connection } = opened
    this.#upstream = upstream
    let ended: () => void = () => {}
    this.ended = new Promise((resolve) => {
      ended = resolve
    })
    const events = {
      text: (text: string) => this.#text(text),
      binary: () => this.close(liveCloseCodes.badMessage, 'no binary messages are sent here'),
      closed: () => {
        this.#attachment.end()
        ended()
      },
    }
    this.#socket = new LiveSocket(socket, clock, events, {
      mostBufferedBytes: bufferLimits.text,
      connection,
    })
    this.#queue = new FrameQueue({
      now: () => clock.monotonic(),
      line: () => ({
        windowMs: this.#socket.windowMs,
        isFull: this.#socket.bufferedBytes > bufferLimits.most,
      }),
      takesBurst: () => this.#socket.bufferedBytes < bufferLimits.burst,
      send: (frame, how) => this.#send(frame, how),
      skipped: () => {},
      newest: () => this.#attachment.newest,
    })
    this.#attachment = this.#attach(needs)
    this.#attachment.begin()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  #attach({ mode, audio }: Needs): Attachment {
    const { stream, rendition } = this.#upstream.key
    const choice = { stream, rendition, mode, reason: null }
    return new Attachment(
      this.#upstream,
      { choice, audio },
      {
        ready: (format, frames, isWhole) => this.#begin(format, frames, isWhole),
        frame: (frame) => this.#queue.add(frame),
        condition: (condition) => this.#tell(condition),
      },
    )
  }

  #begin(format: LiveFormat, frames: readonly TakenFrame[], isWhole: boolean): void {
    this.#socket.sendText(JSON.stringify({ type: 'format', ...format }))
    this.#queue.begin(frames, isWhole)
  }

  #tell(condition: Condition): void {
    if (condition.kind === 'starting') return
    if (condition.kind === 'flowing')
      return this.#socket.sendText(
        JSON.stringify({ type: 'state', state: 'flowing', message: condition.limitation }),
      )
    const { reason, message, passes } = condition.trouble
    const said: NodeMessage = { type: 'trouble', reason, message, passes }
    this.#socket.sendText(JSON.stringify(said))
  }

  #text(text: string): void {
    const message = CloudMediaMessage.safeParse(readJson(text)).data
    switch (message?.type) {
      case undefined:
        return this.close(liveCloseCodes.badMessage, 'a message cannot be read')
      case 'ack':
        if (this.#queue.acknowledge(message.sequence) === null)
          this.close(liveCloseCodes.badMessage, `frame ${message.sequence} was never sent`)
        return
      case 'keyframe':
        return this.#upstream.askKeyframe()
      case 'set':
        return this.#set(message)
    }
  }

  #set({ mode, audio }: Needs): void {
    const { choice } = this.#attachment
    if (mode === 'keys' || choice.mode === 'full') return this.#attachment.adjust({ ...choice, mode }, audio)
    // From keyframes to all: what is missing of the newest GOP is sent first.
    const before = this.#attachment
    this.#attachment = this.#attach({ mode, audio })
    this.#attachment.begin()
    before.end()
  }

  #send(frame: TakenFrame, how: Sending): void {
    this.#socket.sendBinary(headFor(frame, { subscription: 0, ...how }), bytesOf(frame), () =>
      this.#queue.flush(),
    )
  }
}
