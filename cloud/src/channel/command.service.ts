import { type CameraLease, type CommandType, commandTypes, type SealingKey } from '@sightline/protocol'
import { z } from 'zod'
import type { Platform } from '../platform/platform.js'
import { findLeaseHolder } from '../relays/lease.service.js'
import { findSomeRelay } from '../relays/relay-session.service.js'
import { claimCommand, finishCommand, listWaitingCommands } from './command.repository.js'
import { CommandsElsewhere } from './commands-elsewhere.js'
import { tellNodes } from './gateway-notice.service.js'
import type { HeldGateway, HeldPeer, HeldRelay, Hub } from './hub.js'
import type { CommandAnswer, CommandBody } from './pending-commands.js'
import { findHolder } from './session.repository.js'

export type { CommandAnswer, CommandBody } from './pending-commands.js'

/** What a relay is asked to do with a camera that it holds. */
export type CameraCommandType = Exclude<CommandType, 'probe' | 'discover'>

/** A relay that lives, to try a camera with. */
export interface ProbingRelay {
  readonly relayId: string
  readonly nodeId: string
  /** To which the credentials are sealed. */
  readonly publicKey: SealingKey
}

/** Asks a gateway or a relay to do something, whichever node holds its socket. */
export interface GatewayCommands {
  /** Resolves with exactly one answer, at the deadline at the latest (a moment later over another node). */
  send<T extends CommandType>(
    orgId: string,
    gatewayId: string,
    type: T,
    body: CommandBody<T>,
    options: { deadlineMs: number },
  ): Promise<CommandAnswer<T>>
  /** True if some node holds a session in which the gateway was heard within the grace period. */
  isConnected(orgId: string, gatewayId: string): Promise<boolean>
  /** As `send`, to the relay that holds a camera in direct mode. Without one: `offline`. */
  sendToDirect<T extends CameraCommandType>(
    orgId: string,
    cameraId: string,
    type: T,
    body: CommandBody<T>,
    options: { deadlineMs: number },
  ): Promise<CommandAnswer<T>>
  /** True if a relay holds the camera, which is in direct mode. */
  isServed(orgId: string, cameraId: string): Promise<boolean>
  /** Some relay that could try a camera; undefined if none is connected. */
  findRelay(orgId: string): Promise<ProbingRelay | undefined>
  /** Lets a relay try a camera that nobody needs to hold. */
  probeDirect(
    orgId: string,
    relay: ProbingRelay,
    body: CommandBody<'probe'>,
    options: { deadlineMs: number },
  ): Promise<CommandAnswer<'probe'>>
}

/**
 * A command goes straight to the socket where this node holds it; else as a row, of which the node that holds the
 * session is told. The row has a deadline: after it nobody takes it any more.
 */
export class CommandRouter implements GatewayCommands {
  readonly #platform: Platform
  readonly #gateways: Hub<HeldGateway>
  readonly #relays: Hub<HeldRelay>
  readonly #elsewhere: CommandsElsewhere

  constructor(platform: Platform, gateways: Hub<HeldGateway>, relays: Hub<HeldRelay>) {
    this.#platform = platform
    this.#gateways = gateways
    this.#relays = relays
    this.#elsewhere = new CommandsElsewhere(platform)
  }

  async send<T extends CommandType>(
    orgId: string,
    gatewayId: string,
    type: T,
    body: CommandBody<T>,
    { deadlineMs }: { deadlineMs: number },
  ): Promise<CommandAnswer<T>> {
    const held = this.#gateways.find(gatewayId)
    if (held?.orgId === orgId) return held.command(type, body, deadlineMs)
    const nodeId = await this.#holderElsewhere(orgId, gatewayId)
    if (nodeId === undefined) return { kind: 'offline' }
    const to = { nodeId, orgId, recipient: { kind: 'gateway', gatewayId } as const }
    return this.#elsewhere.send(to, type, body, deadlineMs)
  }

  async isConnected(orgId: string, gatewayId: string): Promise<boolean> {
    if (this.#gateways.find(gatewayId)?.orgId === orgId) return true
    return (await this.#holderElsewhere(orgId, gatewayId)) !== undefined
  }

  async sendToDirect<T extends CameraCommandType>(
    orgId: string,
    cameraId: string,
    type: T,
    body: CommandBody<T>,
    { deadlineMs }: { deadlineMs: number },
  ): Promise<CommandAnswer<T>> {
    const holder = await findLeaseHolder(this.#platform.database.forOrg(orgId), orgId, cameraId)
    return holder ? this.#sendToRelay(orgId, holder, type, body, deadlineMs) : { kind: 'offline' }
  }

  async isServed(orgId: string, cameraId: string): Promise<boolean> {
    return (await findLeaseHolder(this.#platform.database.forOrg(orgId), orgId, cameraId)) !== undefined
  }

  async findRelay(orgId: string): Promise<ProbingRelay | undefined> {
    return findSomeRelay(this.#platform.database.forOrg(orgId), this.#platform)
  }

  async probeDirect(
    orgId: string,
    relay: ProbingRelay,
    body: CommandBody<'probe'>,
    { deadlineMs }: { deadlineMs: number },
  ): Promise<CommandAnswer<'probe'>> {
    return this.#sendToRelay(orgId, relay, 'probe', body, deadlineMs)
  }

  /** A command that another node put here: carries it out and keeps the result. */
  async carryOut(orgId: string, commandId: string): Promise<void> {
    const { database } = this.#platform
    const command = await claimCommand(database.forOrg(orgId), orgId, commandId)
    if (!command) return
    const type = commandTypes.find((known) => known === command.type)
    const session = this.#held(orgId, command)
    const answer: CommandAnswer<CommandType> =
      type === undefined || !session
        ? { kind: 'offline' }
        : await session.command(type, Body.parse(command.body), command.left_ms, command.lease ?? undefined)
    await database.inOrg(orgId, async (tx) => {
      await finishCommand(tx, orgId, commandId, answer)
      await tellNodes(tx, { kind: 'result', commandId })
    })
  }

  /** Looks for commands of which the notice was lost, and begins them. */
  async beginWaiting(): Promise<void> {
    const { database, nodeId, log } = this.#platform
    for (const { org_id, id } of await listWaitingCommands(database.worker, nodeId)) {
      this.carryOut(org_id, id).catch((error: unknown) => log.warn({ err: error }, 'channel.command_failed'))
    }
  }

  /** There may be a result of a command that this node sent through another one. */
  resultMayBeThere(commandId: string): void {
    this.#elsewhere.resultMayBeThere(commandId)
  }

  /** The session on this node that a stored command is for. A relay serves all organisations. */
  #held(
    orgId: string,
    { gateway_id: gatewayId, relay_id: relayId }: { gateway_id: string | null; relay_id: string | null },
  ): HeldPeer | undefined {
    if (relayId !== null) return this.#relays.find(relayId)
    const gateway = gatewayId === null ? undefined : this.#gateways.find(gatewayId)
    return gateway?.orgId === orgId ? gateway : undefined
  }

  async #sendToRelay<T extends CommandType>(
    orgId: string,
    { relayId, nodeId, lease }: Pick<ProbingRelay, 'relayId' | 'nodeId'> & { lease?: CameraLease },
    type: T,
    body: CommandBody<T>,
    deadlineMs: number,
  ): Promise<CommandAnswer<T>> {
    const held = this.#relays.find(relayId)
    if (held) return held.command(type, body, deadlineMs, lease)
    if (nodeId === this.#platform.nodeId) return { kind: 'offline' }
    const to = { nodeId, orgId, recipient: { kind: 'relay', relayId, lease } as const }
    return this.#elsewhere.send(to, type, body, deadlineMs)
  }

  async #holderElsewhere(orgId: string, gatewayId: string): Promise<string | undefined> {
    const { database, config, nodeId } = this.#platform
    const holder = await findHolder(database.forOrg(orgId), orgId, gatewayId, config.offlineGraceMs)
    return holder === nodeId ? undefined : holder
  }
}

const Body = z.record(z.string(), z.unknown())
