import { randomUUID } from 'node:crypto'
import {
  type ChannelError,
  closeCodes,
  type DurableType,
  type Reading,
  type Result,
  readToCloud,
  remedyFor,
  type ToCloudFrame,
  writeToGateway,
} from '@sightline/protocol'
import type { Log } from '../../../platform/log.js'
import type { Clock } from '../../../platform/time/clock.js'
import { type LateTrigger, PendingCommands } from '../commands/pending-commands.js'
import type { PeerSocket } from '../socket/peer-socket.js'
import { type DisconnectReason, DurableLane, isDurableFrame, type LaneDeps } from './durable-lane.js'
import { ReportQueue } from './report-queue.js'

/** What a session takes itself: neither durable, nor the answer to a command, nor a greeting. */
export type SessionFrame = Exclude<ToCloudFrame, { type: DurableType | 'hello' | 'result' }>

/** What gateways and relays do each in their own way. */
interface ConversationHandlers extends Pick<LaneDeps, 'commit' | 'quarantine'> {
  handle(frame: SessionFrame): void
  readonly lateTrigger: LateTrigger
}

/** What is said on one socket after `welcome`, by a gateway and by a relay alike: frames in, answers and commands out. */
export class Conversation {
  readonly commands: PendingCommands
  readonly #log: Log
  readonly #socket: PeerSocket
  readonly #handlers: ConversationHandlers
  readonly #lane: DurableLane
  readonly #reports: ReportQueue

  constructor(
    { clock, log, socket, ackedSeq }: { clock: Clock; log: Log; socket: PeerSocket; ackedSeq: number },
    handlers: ConversationHandlers,
  ) {
    const send = (text: string) => socket.send(text)
    const disconnect = (reason: DisconnectReason) => this.#disconnect(reason)
    this.#log = log
    this.#socket = socket
    this.#handlers = handlers
    this.commands = new PendingCommands(clock, send, handlers.lateTrigger)
    this.#reports = new ReportQueue(log, () => disconnect('overloaded'))
    const { commit, quarantine } = handlers
    this.#lane = new DurableLane({ clock, log, commit, quarantine, send, disconnect }, ackedSeq)
  }

  /** Takes one text message. */
  receive(text: string): void {
    const reading = readToCloud(text)
    if (reading.kind !== 'frame') return this.#receiveUnreadable(reading)
    const { frame } = reading
    if (isDurableFrame(frame)) return this.#lane.take(frame)
    if (frame.type === 'hello') return this.#socket.close(closeCodes.badFrame, 'a second hello')
    if (frame.type === 'result') return this.commands.settle(frame.re, frame.body)
    this.#handlers.handle(frame)
  }

  /** Takes a report after those that came before it. */
  report(take: () => Promise<void>): void {
    this.#reports.add(take)
  }

  /** Answers the frame `re` with what `work` comes to. A failure of ours is logged in full and answered as `internal`. */
  answer(re: string, work: Promise<Result>): void {
    work.then(
      (result) => this.#sendResult(re, result),
      (error: unknown) => {
        this.#log.error({ err: error }, 'channel.request_failed')
        this.refuse(re, { code: 'internal', message: 'try again later' })
      },
    )
  }

  refuse(re: string, error: ChannelError): void {
    this.#sendResult(re, { ok: false, error })
  }

  /** The socket is gone. Resolves when what is being stored is done. */
  async end(): Promise<void> {
    this.commands.end()
    await Promise.all([this.#lane.end(), this.#reports.settled()])
  }

  /** Does what docs/protocol.md, 13 says of a frame that cannot be taken. */
  #receiveUnreadable(reading: Exclude<Reading<never>, { kind: 'frame' }>): void {
    const remedy = remedyFor(reading)
    const reason = reading.kind === 'bad' ? reading.reason : 'unknown type'
    this.#log.info({ type: reading.type, reason, remedy: remedy.do }, 'channel.frame_not_taken')
    switch (remedy.do) {
      case 'refuse':
        return this.#lane.refuse(remedy.seq, remedy.code, reason)
      case 'answer':
        return this.refuse(remedy.re, { code: remedy.code, message: reason })
      case 'settle':
        return this.commands.settle(remedy.re, {
          ok: false,
          error: { code: 'internal', message: 'the answer does not fit its form' },
        })
      case 'drop':
        return
      case 'close':
        return this.#socket.close(closeCodes.badFrame, 'the frame could not be read')
    }
  }

  #sendResult(re: string, result: Result): void {
    this.#socket.send(writeToGateway('result', result, { id: randomUUID(), re }))
  }

  /** The peer connects again, and repeats what was not confirmed. */
  #disconnect(reason: DisconnectReason): void {
    switch (reason) {
      case 'overloaded':
        return this.#socket.close(closeCodes.overloaded, 'more than can be taken')
      case 'cannot_commit':
        return this.#socket.close(closeCodes.restarting, 'frames cannot be stored now')
      case 'gap':
        return this.#socket.close(closeCodes.restarting, 'frames before these are missing: begin again')
    }
  }
}
