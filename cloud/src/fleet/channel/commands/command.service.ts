import { type CommandType, commandTypes, type SealingKey } from '@sightline/protocol'
import { z } from 'zod'
import type { Platform } from '../../../platform/platform.js'
import { findLeaseHolder } from '../../relays/leases/lease.service.js'
import { findLiveRelay } from '../../relays/relay-presence.service.js'
import { notifyNodes } from '../node-notice.service.js'
import type { GatewayPeer, PeerSession, RelayPeer } from '../session/peer-session.js'
import { findSessionNode } from '../session/session.repository.js'
import type { SessionRegistry } from '../session/session-registry.js'
import { claimCommand, finishCommand, listWaitingCommands } from './command.repository.js'
import { ForwardedCommands } from './forwarded-commands.js'
import type { Command, CommandAnswer } from './pending-commands.js'

export type { Command, CommandAnswer } from './pending-commands.js'

/** What a relay is asked to do with a camera that it holds. */
export type CameraCommandType = Exclude<CommandType, 'probe' | 'discover'>

/** A relay that lives, to try a camera with. */
export interface ProbingRelay {
  readonly relayId: string
  readonly nodeId: string
  /** To which the credentials are sealed. */
  readonly publicKey: SealingKey
  /** As it said of itself. */
  readonly capabilities: readonly string[]
}

/** Asks a gateway or a relay to do something, whichever node holds its socket. */
export interface GatewayCommands {
  /** Resolves with exactly one answer, at the deadline at the latest (a moment later over another node). */
  send<T extends CommandType>(
    orgId: string,
    gatewayId: string,
    command: Command<T>,
  ): Promise<CommandAnswer<T>>
  /** True if some node holds a session in which the gateway was heard within the grace period. */
  isConnected(orgId: string, gatewayId: string): Promise<boolean>
  /** As `send`, to the relay that holds a camera in direct mode. Without one: `offline`. */
  sendToDirect<T extends CameraCommandType>(
    orgId: string,
    cameraId: string,
    command: Command<T>,
  ): Promise<CommandAnswer<T>>
  /** True if a relay holds the camera, which is in direct mode. */
  isServed(orgId: string, cameraId: string): Promise<boolean>
  /** Some relay that could try a camera; undefined if none is connected. */
  findRelay(orgId: string): Promise<ProbingRelay | undefined>
  /** Lets a relay try a camera that nobody needs to hold. */
  probeDirect(orgId: string, relay: ProbingRelay, command: Command<'probe'>): Promise<CommandAnswer<'probe'>>
}

/**
 * A command goes straight to the socket where this node holds it; else as a row, of which the node that holds the
 * session is notified. The row has a deadline: after it no node takes it any more.
 */
export class CommandRouter implements GatewayCommands {
  readonly #platform: Platform
  readonly #gateways: SessionRegistry<GatewayPeer>
  readonly #relays: SessionRegistry<RelayPeer>
  readonly #forwarded: ForwardedCommands

  constructor(
    platform: Platform,
    gateways: SessionRegistry<GatewayPeer>,
    relays: SessionRegistry<RelayPeer>,
  ) {
    this.#platform = platform
    this.#gateways = gateways
    this.#relays = relays
    this.#forwarded = new ForwardedCommands(platform)
  }

  async send<T extends CommandType>(
    orgId: string,
    gatewayId: string,
    command: Command<T>,
  ): Promise<CommandAnswer<T>> {
    const session = this.#gateways.find(gatewayId)
    if (session?.orgId === orgId) return session.command(command)
    const nodeId = await this.#holderElsewhere(orgId, gatewayId)
    if (nodeId === undefined) return { kind: 'offline' }
    const to = { nodeId, orgId, recipient: { kind: 'gateway', gatewayId } as const }
    return this.#forwarded.send(to, command)
  }

  async isConnected(orgId: string, gatewayId: string): Promise<boolean> {
    if (this.#gateways.find(gatewayId)?.orgId === orgId) return true
    return (await this.#holderElsewhere(orgId, gatewayId)) !== undefined
  }

  async sendToDirect<T extends CameraCommandType>(
    orgId: string,
    cameraId: string,
    command: Command<T>,
  ): Promise<CommandAnswer<T>> {
    const holder = await findLeaseHolder(this.#platform.database.forOrg(orgId), orgId, cameraId)
    return holder
      ? this.#sendToRelay(orgId, holder, { ...command, lease: holder.lease })
      : { kind: 'offline' }
  }

  async isServed(orgId: string, cameraId: string): Promise<boolean> {
    return (await findLeaseHolder(this.#platform.database.forOrg(orgId), orgId, cameraId)) !== undefined
  }

  async findRelay(orgId: string): Promise<ProbingRelay | undefined> {
    return findLiveRelay(this.#platform.database.forOrg(orgId), this.#platform)
  }

  async probeDirect(
    orgId: string,
    relay: ProbingRelay,
    command: Command<'probe'>,
  ): Promise<CommandAnswer<'probe'>> {
    return this.#sendToRelay(orgId, relay, command)
  }

  /** A command that another node put here: carries it out and keeps the result. */
  async carryOut(orgId: string, commandId: string): Promise<void> {
    const { database } = this.#platform
    const command = await claimCommand(database.forOrg(orgId), orgId, commandId)
    if (!command) return
    const type = commandTypes.find((known) => known === command.type)
    const session = this.#sessionFor(orgId, command)
    const answer: CommandAnswer<CommandType> =
      type === undefined || !session
        ? { kind: 'offline' }
        : await session.command({
            type,
            body: Body.parse(command.body),
            deadlineMs: command.left_ms,
            lease: command.lease ?? undefined,
          })
    await database.inOrg(orgId, async (tx) => {
      await finishCommand(tx, orgId, commandId, answer)
      await notifyNodes(tx, { kind: 'result', commandId })
    })
  }

  /** Begins commands of which the notice was lost. */
  async beginWaiting(): Promise<void> {
    const { database, nodeId, log } = this.#platform
    for (const { org_id, id } of await listWaitingCommands(database.worker, nodeId)) {
      this.carryOut(org_id, id).catch((error: unknown) => log.warn({ err: error }, 'channel.command_failed'))
    }
  }

  /** Reads the result of a command that this node sent through another one, if it is there. */
  checkForResult(commandId: string): void {
    this.#forwarded.checkForResult(commandId)
  }

  /** The session on this node that a stored command is for. A relay serves all organisations. */
  #sessionFor(
    orgId: string,
    { gateway_id: gatewayId, relay_id: relayId }: { gateway_id: string | null; relay_id: string | null },
  ): PeerSession | undefined {
    if (relayId !== null) return this.#relays.find(relayId)
    const gateway = gatewayId === null ? undefined : this.#gateways.find(gatewayId)
    return gateway?.orgId === orgId ? gateway : undefined
  }

  async #sendToRelay<T extends CommandType>(
    orgId: string,
    { relayId, nodeId }: Pick<ProbingRelay, 'relayId' | 'nodeId'>,
    command: Command<T>,
  ): Promise<CommandAnswer<T>> {
    const session = this.#relays.find(relayId)
    if (session) return session.command(command)
    if (nodeId === this.#platform.nodeId) return { kind: 'offline' }
    const to = { nodeId, orgId, recipient: { kind: 'relay', relayId, lease: command.lease } as const }
    return this.#forwarded.send(to, command)
  }

  async #holderElsewhere(orgId: string, gatewayId: string): Promise<string | undefined> {
    const { database, config, nodeId } = this.#platform
    const holder = await findSessionNode(database.forOrg(orgId), orgId, gatewayId, config.offlineGraceMs)
    return holder === nodeId ? undefined : holder
  }
}

const Body = z.record(z.string(), z.unknown())
