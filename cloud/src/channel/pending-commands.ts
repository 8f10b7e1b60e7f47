import { randomUUID } from 'node:crypto'
import {
  type ChannelError,
  type CommandOutcome,
  type CommandType,
  commandOutcomes,
  type Result,
  type ToGatewayBody,
} from '@sightline/protocol'
import type { z } from 'zod'
import type { Clock } from '../platform/clock.js'

/** What became of a command. Exactly one of these comes for each. */
export type CommandAnswer<T extends CommandType> =
  /** The gateway carried it out; for a probe the outcome may still be a fault of the camera. */
  | { kind: 'answered'; outcome: CommandOutcome<T> }
  /** The gateway said why it did not. */
  | { kind: 'refused'; error: ChannelError }
  /** No session: the gateway never got it. */
  | { kind: 'offline' }
  /** It may have got it, but the deadline passed or the session ended first. */
  | { kind: 'no_answer' }

export type CommandBody<T extends CommandType> = Omit<ToGatewayBody<T>, 'deadline_ms'>

/** The gateway stops a little before the cloud does, so that its own word arrives in time. */
const gatewayShare = 0.95

/** Commands of one session that await their result. */
export class PendingCommands {
  readonly #clock: Clock
  readonly #send: (text: string) => void
  readonly #waiting = new Map<string, (result: Result | null) => void>()
  #ended = false

  constructor(clock: Clock, send: (text: string) => void) {
    this.#clock = clock
    this.#send = send
  }

  async run<T extends CommandType>(
    type: T,
    body: CommandBody<T>,
    deadlineMs: number,
  ): Promise<CommandAnswer<T>> {
    if (this.#ended) return { kind: 'offline' }
    const id = randomUUID()
    const deadline_ms = Math.max(1, Math.floor(deadlineMs * gatewayShare))
    const result = await new Promise<Result | null>((resolve) => {
      const cancel = this.#clock.after(deadlineMs, () => settle(null))
      const settle = (answer: Result | null) => {
        cancel()
        this.#waiting.delete(id)
        resolve(answer)
      }
      this.#waiting.set(id, settle)
      this.#send(JSON.stringify({ v: 1, id, type, body: { ...body, deadline_ms } }))
    })
    return result === null ? { kind: 'no_answer' } : readAnswer(type, result)
  }

  /** Takes a result. One that nobody waits for is dropped. */
  settle(re: string, result: Result | null): void {
    this.#waiting.get(re)?.(result)
  }

  /** The session is over: what waits gets no answer. */
  end(): void {
    this.#ended = true
    for (const settle of this.#waiting.values()) settle(null)
  }
}

/** What the value of each result holds, by the type of its command. */
export const outcomes: { [T in CommandType]: z.ZodType<CommandOutcome<T>> } = commandOutcomes

/** Reads a result by the schema of its command. */
export function readAnswer<T extends CommandType>(type: T, result: Result): CommandAnswer<T> {
  if (!result.ok) return { kind: 'refused', error: result.error }
  const outcome = outcomes[type].safeParse(result.value)
  if (outcome.success) return { kind: 'answered', outcome: outcome.data }
  return { kind: 'refused', error: { code: 'internal', message: `the answer does not fit ${type}` } }
}
