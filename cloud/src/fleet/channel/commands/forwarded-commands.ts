import { ChannelError, type CommandType } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import { withoutBeforeCommit } from '../../../platform/database/before-commit.js'
import type { Platform } from '../../../platform/platform.js'
import { notifyNodes } from '../node-notice.service.js'
import { expireCommand, findResult, insertCommand, type Recipient } from './command.repository.js'
import { type Command, type CommandAnswer, outcomes } from './pending-commands.js'

/** How often the asking node reads the row for a result; the notice comes first as a rule. */
const pollIntervalMs = 500

/** Commands whose socket another node holds: each goes as a row with a deadline, and its result comes back in it. */
export class ForwardedCommands {
  readonly #platform: Platform
  /** Called when there may be a result, by command. */
  readonly #waiting = new Map<string, () => void>()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** There may be a result of a command. */
  checkForResult(commandId: string): void {
    this.#waiting.get(commandId)?.()
  }

  /** Resolves with exactly one answer, a moment after the deadline at the latest. */
  async send<T extends CommandType>(
    { nodeId, orgId, recipient }: { nodeId: string; orgId: string; recipient: Recipient },
    { type, body, deadlineMs }: Command<T>,
  ): Promise<CommandAnswer<T>> {
    const { database, clock } = this.#platform
    const id = uuidv7()
    const until = clock.monotonic() + deadlineMs
    const results = this.#resultsOf(id)
    try {
      // How a command travels is none of the effects of the request that sends it.
      await withoutBeforeCommit(() =>
        database.inOrg(orgId, async (tx) => {
          await insertCommand(tx, { orgId, id, recipient, nodeId, type, body, deadlineMs })
          await notifyNodes(tx, { kind: 'command', nodeId, orgId, commandId: id })
        }),
      )
      for (let left = deadlineMs; left > 0; left = until - clock.monotonic()) {
        await results.next(Math.min(pollIntervalMs, left))
        const found = await findResult(database.forOrg(orgId), orgId, id)
        if (found) return readStored(type, found.result)
      }
      const last = await withoutBeforeCommit(() =>
        database.inOrg(orgId, (tx) => expireCommand(tx, orgId, id)),
      )
      if (last?.status === 'done') return readStored(type, last.result)
      return last?.status === 'sent' ? { kind: 'no_answer' } : { kind: 'offline' }
    } finally {
      results.end()
    }
  }

  /** Waits for the notice of a result, or for a time. */
  #resultsOf(commandId: string) {
    const { clock } = this.#platform
    let notified = false
    let wake: () => void = () => {}
    this.#waiting.set(commandId, () => {
      notified = true
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
          if (notified) wake()
          notified = false
        }),
      end: () => this.#waiting.delete(commandId),
    }
  }
}

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
