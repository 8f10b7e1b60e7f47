import { ChannelError, type CommandType, commandTypes } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import type { Platform } from '../platform/platform.js'
import {
  claimCommand,
  expireCommand,
  findResult,
  finishCommand,
  insertCommand,
  listWaitingCommands,
} from './command.repository.js'
import { tellNodes } from './gateway-notice.service.js'
import type { Hub } from './hub.js'
import { type CommandAnswer, type CommandBody, outcomes } from './pending-commands.js'
import { findHolder } from './session.repository.js'

export type { CommandAnswer, CommandBody } from './pending-commands.js'

/** Asks a gateway to do something, whichever node holds its socket. */
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
}

/** How often the asking node looks for the result by itself; the notice comes first as a rule. */
const lookMs = 500

/**
 * A command goes straight to the socket where this node holds it; else as a row, of which the node that holds the
 * session is told. The row has a deadline: after it nobody takes it any more.
 */
export class CommandRouter implements GatewayCommands {
  readonly #platform: Platform
  readonly #hub: Hub
  /** Commands that this node sent through another one: called when there may be a result. */
  readonly #waiting = new Map<string, () => void>()

  constructor(platform: Platform, hub: Hub) {
    this.#platform = platform
    this.#hub = hub
  }

  async send<T extends CommandType>(
    orgId: string,
    gatewayId: string,
    type: T,
    body: CommandBody<T>,
    { deadlineMs }: { deadlineMs: number },
  ): Promise<CommandAnswer<T>> {
    const held = this.#hub.find(gatewayId)
    if (held?.orgId === orgId) return held.command(type, body, deadlineMs)
    const holder = await this.#holderElsewhere(orgId, gatewayId)
    if (holder === undefined) return { kind: 'offline' }
    return this.#sendThrough(holder, orgId, gatewayId, type, body, deadlineMs)
  }

  async isConnected(orgId: string, gatewayId: string): Promise<boolean> {
    if (this.#hub.find(gatewayId)?.orgId === orgId) return true
    return (await this.#holderElsewhere(orgId, gatewayId)) !== undefined
  }

  /** A command that another node put here: carries it out and keeps the result. */
  async carryOut(orgId: string, commandId: string): Promise<void> {
    const { database } = this.#platform
    const command = await claimCommand(database.forOrg(orgId), orgId, commandId)
    if (!command) return
    const type = commandTypes.find((known) => known === command.type)
    const session = this.#hub.find(command.gateway_id)
    const answer: CommandAnswer<CommandType> =
      type === undefined || session?.orgId !== orgId
        ? { kind: 'offline' }
        : await session.command(type, Body.parse(command.body), command.left_ms)
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

  async #holderElsewhere(orgId: string, gatewayId: string): Promise<string | undefined> {
    const { database, config, nodeId } = this.#platform
    const holder = await findHolder(database.forOrg(orgId), orgId, gatewayId, config.offlineGraceMs)
    return holder === nodeId ? undefined : holder
  }

  async #sendThrough<T extends CommandType>(
    nodeId: string,
    orgId: string,
    gatewayId: string,
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
        await insertCommand(tx, { orgId, id, gatewayId, nodeId, type, body, deadlineMs })
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
