import { randomUUID } from 'node:crypto'
import {
  channelLimits,
  closeCodes,
  commonVersion,
  type Hello,
  readToCloud,
  writeToGateway,
} from '@sightline/protocol'
import type { WebSocket } from 'ws'
import { toTimestamp } from '../../../platform/database/parsing.js'
import type { Platform } from '../../../platform/platform.js'
import type { PeerSession } from '../session/peer-session.js'
import { PeerSocket } from '../socket/peer-socket.js'
import type { PeerHandshake } from './peer-handshake.js'

/**
 * Where a connection stands.
 * - `greeting`: from 101 on; only `hello` may come, within 10 s.
 * - `beginning`: `hello` came; nothing is read until the epoch is taken and `welcome` sent.
 * - `live`: the session takes what comes, until the socket closes or a newer epoch takes over.
 * - `closed`: nothing is sent or taken any more.
 */
type State =
  | { kind: 'greeting'; cancelDeadline: () => void }
  | { kind: 'beginning' }
  | { kind: 'live'; session: PeerSession; epoch: number }
  | { kind: 'closed' }

/** One socket of a gateway or a relay, from 101 to its end. */
export class PeerConnection {
  readonly #platform: Pick<Platform, 'clock' | 'config'>
  readonly #handshake: PeerHandshake
  readonly #socket: PeerSocket
  #state: State
  /** Resolves when the socket is gone and nothing of it is being stored any more. */
  readonly ended: Promise<void>

  constructor(platform: Pick<Platform, 'clock' | 'config'>, handshake: PeerHandshake, socket: WebSocket) {
    const { clock } = platform
    this.#platform = platform
    this.#handshake = handshake
    let ended: () => void = () => {}
    this.ended = new Promise((resolve) => {
      ended = resolve
    })
    const cancelDeadline = clock.after(channelLimits.handshakeSec * 1000, () =>
      this.#socket.close(closeCodes.silent, 'no hello came'),
    )
    this.#state = { kind: 'greeting', cancelDeadline }
    this.#socket = new PeerSocket(socket, clock, handshake.log, {
      message: (text) => this.#message(text),
      closed: (code) => void this.#close(code).finally(ended),
    })
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  #message(text: string): void {
    switch (this.#state.kind) {
      case 'greeting': {
        const reading = readToCloud(text)
        if (reading.kind !== 'frame' || reading.frame.type !== 'hello') {
          return this.#socket.close(closeCodes.badFrame, 'hello comes first')
        }
        this.#state.cancelDeadline()
        this.#receiveHello(reading.frame.id, reading.frame.body)
        return
      }
      case 'beginning':
        return this.#socket.close(closeCodes.badFrame, 'nothing comes between hello and welcome')
      case 'live':
        return this.#state.session.receive(text)
      case 'closed':
        return
    }
  }

  #receiveHello(helloId: string, hello: Hello): void {
    const version = commonVersion(hello.versions)
    if (version === null) return this.#socket.close(closeCodes.versionMismatch, 'no version in common')
    this.#state = { kind: 'beginning' }
    this.#socket.pause()
    this.#begin(version, helloId, hello).catch((error: unknown) => {
      this.#handshake.log.error({ err: error }, 'channel.session_not_begun')
      this.#socket.close(closeCodes.restarting, 'the session could not begin')
    })
  }

  async #begin(version: number, helloId: string, hello: Hello): Promise<void> {
    const begun = await this.#handshake.begin(hello)
    if (this.#state.kind === 'closed') return
    if ('closeCode' in begun) return this.#socket.close(begun.closeCode, begun.reason)
    const { epoch } = begun
    const session = begun.open(this.#socket)
    this.#state = { kind: 'live', session, epoch }
    this.#socket.send(
      writeToGateway(
        'welcome',
        {
          version,
          session_epoch: epoch,
          config_revision: begun.configRevision,
          heartbeat_interval_sec: this.#platform.config.heartbeatMs / 1000,
          server_time: toTimestamp(new Date(this.#platform.clock.now())),
          acked_seq: hello.last_acked_seq,
          newest_agent_version: this.#platform.config.newestAgentVersion,
        },
        { id: randomUUID(), re: helloId },
      ),
    )
    this.#handshake.log.info({ epoch, version: hello.agent_version }, 'channel.session_begun')
    session.start()
    this.#socket.resume()
    // A notice of a newer session or a revoked key may have come before the registry knew this one. That PostgreSQL is
    // gone just now ends no session that lives: its next sign of life asks the same.
    await session.verify().catch((error: unknown) => {
      this.#handshake.log.warn({ err: error }, 'channel.session_not_verified')
    })
  }

  async #close(code: number): Promise<void> {
    const before = this.#state
    this.#state = { kind: 'closed' }
    if (before.kind === 'greeting') before.cancelDeadline()
    if (before.kind !== 'live') return
    this.#handshake.log.info({ epoch: before.epoch, code }, 'channel.session_ended')
    await before.session.end(code)
  }
}
