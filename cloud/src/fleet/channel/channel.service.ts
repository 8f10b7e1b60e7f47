import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { channelLimits, closeCodes } from '@sightline/protocol'
import { WebSocketServer } from 'ws'
import { answerRaw } from '../../platform/http/raw-answer.js'
import type { UpgradeTaker } from '../../platform/http/upgrades.js'
import type { ChannelDeps } from './channel-deps.js'
import { CommandRouter, type GatewayCommands } from './commands/command.service.js'
import { PeerConnection } from './handshake/connection.js'
import { gatewayHandshake } from './handshake/gateway-handshake.js'
import { relayHandshake } from './handshake/relay-handshake.js'
import { admit, isChannelPath } from './handshake/upgrade.js'
import { refusals } from './handshake/upgrade-refusals.js'
import { type NodeNotice, readNotice } from './node-notice.service.js'
import { PresenceWatch } from './presence/presence-watch.js'
import { sweepSilence } from './presence/silence-sweep.js'
import type { GatewayPeer, RelayPeer } from './session/peer-session.js'
import { SessionRegistry } from './session/session-registry.js'

/** How often this node polls for what a lost notice would have said. */
const pollIntervalMs = 1_000

/**
 * The channel to the gateways and relays on this node: takes the upgrades of its paths, holds the live sessions, and keeps
 * presence over all nodes. It ends with `[Symbol.asyncDispose]`, closing each socket with 1012.
 */
export class ChannelServer implements UpgradeTaker, AsyncDisposable {
  readonly #deps: ChannelDeps
  readonly #gateways = new SessionRegistry<GatewayPeer>()
  readonly #relays = new SessionRegistry<RelayPeer>()
  readonly #router: CommandRouter
  readonly #connections = new Set<PeerConnection>()
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
    this.#unlisten.push(listener.on('gateway', (payload) => this.#onNotice(readNotice(payload))))
    // Notices of the time without a connection are lost: check every session once.
    this.#unlisten.push(listener.onConnection((connected) => connected && this.#resync()))
    this.#work = this.#poll()
  }

  /** Commands to gateways and relays, wherever their sockets are. */
  get commands(): GatewayCommands {
    return this.#router
  }

  /** Live sessions on this node. */
  get size(): number {
    return this.#gateways.size + this.#relays.size
  }

  takes(path: string): boolean {
    return isChannelPath(path)
  }

  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (this.#stop.signal.aborted) return answerRaw(socket, refusals.stopping)
    const admission = await admit(this.#deps.platform, request)
    if (!admission.ok) return answerRaw(socket, admission.refusal)
    if (this.#stop.signal.aborted) return answerRaw(socket, refusals.stopping)
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const handshake =
        admission.kind === 'gateway'
          ? gatewayHandshake(this.#deps, this.#gateways, admission.identity)
          : relayHandshake(this.#deps, this.#relays)
      const connection = new PeerConnection(this.#deps.platform, handshake, webSocket)
      this.#connections.add(connection)
      void connection.ended.then(() => this.#connections.delete(connection))
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

  #onNotice(notice: NodeNotice | null): void {
    switch (notice?.kind) {
      case undefined:
        return
      case 'session': {
        const session = this.#gateways.find(notice.gatewayId)
        if (session && session.epoch < notice.epoch) session.replace()
        return
      }
      case 'config':
        return this.#gateways.find(notice.gatewayId)?.sendConfiguration()
      case 'access':
        return this.#logFailure(this.#gateways.find(notice.gatewayId)?.verify())
      case 'direct_camera':
        return this.#wakeRelays()
      // Of those who watch, not of gateways: `fleet/live` hears it.
      case 'live_access':
        return
      case 'command':
        if (notice.nodeId !== this.#deps.platform.nodeId) return
        return this.#logFailure(this.#router.carryOut(notice.orgId, notice.commandId))
      case 'result':
        return this.#router.checkForResult(notice.commandId)
    }
  }

  #resync(): void {
    for (const session of this.#gateways.all()) {
      this.#logFailure(session.verify())
      session.sendConfiguration()
    }
    for (const session of this.#relays.all()) this.#logFailure(session.verify())
    this.#wakeRelays()
  }

  #wakeRelays(): void {
    for (const session of this.#relays.all()) session.wake()
  }

  /** Polling is the truth that the notices hint at. */
  async #poll(): Promise<void> {
    const { platform } = this.#deps
    const { signal } = this.#stop
    const watch = new PresenceWatch(platform)
    const polls = {
      commands: () => this.#router.beginWaiting(),
      silence: () => sweepSilence(platform, watch),
    }
    await Promise.all(
      Object.entries(polls).map(async ([poll, work]) => {
        while (!signal.aborted) {
          await platform.clock.delay(pollIntervalMs, { signal }).catch(() => {})
          if (signal.aborted) return
          await work().catch((error: unknown) =>
            platform.log.warn({ err: error, poll, formerly: 'channel.look_failed' }, 'channel.poll_failed'),
          )
        }
      }),
    )
  }

  #logFailure(work: Promise<void> | undefined): void {
    work?.catch((error: unknown) => this.#deps.platform.log.warn({ err: error }, 'channel.notice_failed'))
  }
}
