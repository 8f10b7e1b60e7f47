import { type CameraLease, ChannelError, type CommandType, commandTypes } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import type { Platform } from '../platform/platform.js'
import { findLeaseHolder } from '../relays/lease.service.js'
import { findSomeRelay, type RelayPublicKey } from '../relays/relay-session.service.js'
import {
  claimCommand,
  expireCommand,
  findResult,
  finishCommand,
  insertCommand,
  listWaitingCommands,
  type Recipient,
} from './command.repository.js'
import { tellNodes } from './gateway-notice.service.js'
import type { HeldGateway, HeldPeer, HeldRelay, Hub } from './hub.js'
import { type CommandAnswer, type CommandBody, outcomes } from './pending-commands.js'
import { findHolder } from './session.repository.js'

export type { CommandAnswer, CommandBody } from './pending-commands.js'

/** What a relay is asked to do with a camera that it holds. */
export type CameraCommandType = Exclude<CommandType, 'probe' | 'discover'>

/** A relay that lives, to try a camera with. */
export interface ProbingRelay {
  readonly relayId: string
  readonly nodeId: string
  /** To which the credentials are sealed. */
  readonly publicKey: RelayPublicKey
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

/** How often the asking node looks for the result by itself; the notice comes first as a rule. */
const lookMs = 500

/**
 * A command goes straight to the socket where this node holds it; else as a row, of which the node that holds the
 * session is told. The row has a deadline: after it nobody takes it any more.
 */
export class CommandRouter implements GatewayCommands {
  readonly #platform: Platform
  readonly #gateways: Hub<HeldGateway>
  readonly #relays: Hub<HeldRelay>
  /** Commands that this node sent through another one: called when there may be a result. */
  readonly #waiting = new Map<string, () => void>()

  constructor(platform: Platform, gateways: Hub<HeldGateway>, relays: Hub<HeldRelay>) {
    this.#platform = platform
    this.#gateways = gateways
    this.#relays = relays
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
    const holder = await this.#holderElsewhere(orgId, gatewayId)
    if (holder === undefined) return { kind: 'offline' }
    return this.#sendThrough(holder, orgId, { kind: 'gateway', gatewayId }, type, body, deadlineMs)
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
    this.#waiting.get(commandId)?.()
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
    return this.#sendThrough(nodeId, orgId, { kind: 'relay', relayId, lease }, type, body, deadlineMs)
  }

  async #holderElsewhere(orgId: string, gatewayId: string): Promise<string | undefined> {
    const { database, config, nodeId } = this.#platform
    const holder = await findHolder(database.forOrg(orgId), orgId, gatewayId, config.offlineGraceMs)
    return holder === nodeId ? undefined : holder
  }

  async #sendThrough<T extends CommandType>(
    nodeId: string,
    orgId: string,
    recipient: Recipient,
    type: T,
    body: CommandBody<T>,
    deadlineMs: number,
  ): Promise<CommandAnswer<T>> {
    const { database, clock } = this.#platform
    const id = uuidv7()
    const until = clock.monotonic() + deadlineMs
    const results = this.#resultsOf(id)
    try {
      await database.inOrg(orgId, async (tx) => {
        await insertCommand(tx, { orgId, id, recipient, nodeId, type, body, deadlineMs })
        await tellNodes(tx, { kind: 'command', nodeId, orgId, commandId: id })
      })
      for (let left = deadlineMs; left > 0; left = until - clock.monotonic()) {
        await results.next(Math.min(lookMs, left))
        const found = await findResult(database.forOrg(orgId), orgId, id)
        if (found) return readStored(type, found.result)
      }
      const last = await database.inOrg(orgId, (tx) => expireCommand(tx, orgId, id))
      if (last?.status === 'done') return readStored(type, last.result)
      return last?.status === 'sent' ? { kind: 'no_answer' } : { kind: 'offline' }
    } finally {
      results.end()
    }
  }

  /** Waits for the notice of a result, or for a time. */
  #resultsOf(commandId: string) {
    const { clock } = this.#platform
    let told = false
    let wake: () => void = () => {}
    this.#waiting.set(commandId, () => {
      told = true
      wake()
    })
    return {
      next: (ms: number) =>
        new Promise<void>((resolve) => {
          const cancel = clock.after(ms, resolve)
          wake = () => {
            cancel()
            resolve()
          }
          if (told) wake()
          told = false
        }),
      end: () => this.#waiting.delete(commandId),
    }
  }
}

const Body = z.record(z.string(), z.unknown())

const StoredAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), outcome: z.unknown() }),
  z.object({ kind: z.literal('refused'), error: ChannelError }),
  z.object({ kind: z.literal('offline') }),
  z.object({ kind: z.literal('no_answer') }),
])

function readStored<T extends CommandType>(type: T, stored: unknown): CommandAnswer<T> {
  const answer = StoredAnswer.parse(stored)
  return answer.kind === 'answered'
    ? { kind: 'answered', outcome: outcomes[type].parse(answer.outcome) }
    : answer
}
