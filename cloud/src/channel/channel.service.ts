import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { channelLimits, closeCodes } from '@sightline/protocol'
import { WebSocketServer } from 'ws'
import { answerRaw } from '../platform/http/raw-answer.js'
import { sweepAbandonedCameras } from '../relays/lease.service.js'
import type { ChannelDeps } from './channel-deps.js'
import { CommandRouter, type GatewayCommands } from './command.service.js'
import { Connection } from './connection.js'
import { gatewayGuest } from './gateway-guest.js'
import { type GatewayNotice, readNotice } from './gateway-notice.service.js'
import { type HeldGateway, type HeldRelay, Hub } from './hub.js'
import { refusals } from './refuse-upgrade.js'
import { relayGuest } from './relay-guest.js'
import { sweepSilentGateways } from './silence-sweep.js'
import { admit } from './upgrade.js'

/** How often this node looks for what a lost notice would have told it. */
const lookMs = 1_000

/**
 * The channel to the gateways and relays on this node: takes upgrades on an HTTP server, holds the live sessions, and keeps
 * presence over all nodes. It ends with `[Symbol.asyncDispose]`, closing each socket with 1012.
 */
export class Channel implements AsyncDisposable {
  readonly #deps: ChannelDeps
  readonly #gateways = new Hub<HeldGateway>()
  readonly #relays = new Hub<HeldRelay>()
  readonly #router: CommandRouter
  readonly #connections = new Set<Connection>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: channelLimits.payloadBytes,
  })
  readonly #stop = new AbortController()
  readonly #work: Promise<unknown>
  readonly #unlisten: (() => void)[] = []

  constructor(deps: ChannelDeps) {
    this.#deps = deps
    this.#router = new CommandRouter(deps.platform, this.#gateways, this.#relays)
    const { listener } = deps.platform
    this.#unlisten.push(listener.on('gateway', (payload) => this.#heard(readNotice(payload))))
    // Notices of the time without a connection are lost: look at everything once.
    this.#unlisten.push(listener.onConnection((connected) => connected && this.#lookAtAll()))
    this.#work = this.#lookAgainAndAgain()
  }

  /** Commands to gateways and relays, wherever their sockets are. */
  get commands(): GatewayCommands {
    return this.#router
  }

  /** Live sessions on this node. */
  get size(): number {
    return this.#gateways.size + this.#relays.size
  }

  /** Takes the upgrades of a server. */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      // Before there is a WebSocket, and after a refusal, nobody else hears of a broken connection.
      socket.on('error', () => socket.destroy())
      this.#upgrade(request, socket, head).catch((error: unknown) => {
        this.#deps.platform.log.error({ err: error }, 'channel.upgrade_failed')
        answerRaw(socket, refusals.broken)
      })
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    for (const unlisten of this.#unlisten) unlisten()
    for (const connection of this.#connections) {
      connection.close(closeCodes.restarting, 'the service is stopping')
    }
    await Promise.all([...this.#connections].map(({ ended }) => ended))
    await this.#work
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (this.#stop.signal.aborted) return answerRaw(socket, refusals.stopping)
    const admission = await admit(this.#deps.platform, request)
    if (!admission.ok) return answerRaw(socket, admission.refusal)
    if (this.#stop.signal.aborted) return answerRaw(socket, refusals.stopping)
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const guest =
        admission.kind === 'gateway'
          ? gatewayGuest(this.#deps, this.#gateways, admission.identity)
          : relayGuest(this.#deps, this.#relays)
      const connection = new Connection(this.#deps.platform, guest, webSocket)
      this.#connections.add(connection)
      void connection.ended.then(() => this.#connections.delete(connection))
    })
  }

  #heard(notice: GatewayNotice | null): void {
    switch (notice?.kind) {
      case undefined:
        return
      case 'session': {
        const held = this.#gateways.find(notice.gatewayId)
        if (held && held.epoch < notice.epoch) held.replace()
        return
      }
      case 'config':
        return this.#gateways.find(notice.gatewayId)?.sendConfiguration()
      case 'access':
        return this.#quietly(this.#gateways.find(notice.gatewayId)?.verify())
      case 'direct_camera':
        return this.#wakeRelays()
      case 'command':
        if (notice.nodeId !== this.#deps.platform.nodeId) return
        return this.#quietly(this.#router.carryOut(notice.orgId, notice.commandId))
      case 'result':
        return this.#router.resultMayBeThere(notice.commandId)
    }
  }

  #lookAtAll(): void {
    for (const session of this.#gateways.all()) {
      this.#quietly(session.verify())
      session.sendConfiguration()
    }
    for (const session of this.#relays.all()) this.#quietly(session.verify())
    this.#wakeRelays()
  }

  #wakeRelays(): void {
    for (const session of this.#relays.all()) session.wake()
  }

  /** Polling is the truth that the notices hint at. */
  async #lookAgainAndAgain(): Promise<void> {
    const { clock, log } = this.#deps.platform
    const { signal } = this.#stop
    while (!signal.aborted) {
      await clock.delay(lookMs, { signal }).catch(() => {})
      if (signal.aborted) return
      await Promise.all([
        this.#router.beginWaiting(),
        sweepSilentGateways(this.#deps.platform),
        sweepAbandonedCameras(this.#deps.platform),
      ]).catch((error: unknown) => log.warn({ err: error }, 'channel.look_failed'))
    }
  }

  #quietly(work: Promise<void> | undefined): void {
    work?.catch((error: unknown) => this.#deps.platform.log.warn({ err: error }, 'channel.notice_failed'))
  }
}
