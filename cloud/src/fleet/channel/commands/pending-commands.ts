import { randomUUID } from 'node:crypto'
import {
  type CameraLease,
  type ChannelError,
  type CommandOutcome,
  type CommandType,
  commandOutcomes,
  type Result,
  type ToGatewayBody,
} from '@sightline/protocol'
import type { z } from 'zod'
import type { Clock } from '../../../platform/time/clock.js'

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

type CommandBody<T extends CommandType> = Omit<ToGatewayBody<T>, 'deadline_ms'>

export interface Command<T extends CommandType> {
  readonly type: T
  readonly body: CommandBody<T>
  readonly deadlineMs: number
  /** Of the camera that the command is about, where a relay holds it. */
  readonly lease?: CameraLease | undefined
}

/** Takes the answer to a trigger that came after its deadline: it is the truth (docs/protocol.md, 8). */
export type LateTrigger = (
  eventId: string,
  outcome: CommandOutcome<'trigger'>,
  lease: CameraLease | undefined,
) => void

/** The gateway stops a little before the cloud does, so that its own word arrives in time. */
const gatewayShare = 0.95

/** Triggers whose late answer is still of use. */
const maxLate = 200

/** Commands of one session that await their result. */
export class PendingCommands {
  readonly #clock: Clock
  readonly #send: (text: string) => void
  readonly #late: LateTrigger
  readonly #waiting = new Map<string, (result: Result | null) => void>()
  /** The event of each trigger that got no answer in time, by the id of its command. */
  readonly #lateTriggers = new Map<string, { eventId: string; lease: CameraLease | undefined }>()
  #ended = false

  constructor(clock: Clock, send: (text: string) => void, late: LateTrigger) {
    this.#clock = clock
    this.#send = send
    this.#late = late
  }

  async run<T extends CommandType>({ type, body, deadlineMs, lease }: Command<T>): Promise<CommandAnswer<T>> {
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
      this.#send(JSON.stringify({ v: 1, id, type, lease, body: { ...body, deadline_ms } }))
    })
    if (result !== null) return readAnswer(type, result)
    if (type === 'trigger' && 'event_id' in body) this.#remember(id, String(body.event_id), lease)
    return { kind: 'no_answer' }
  }

  /** Takes a result. One that nobody waits for is dropped, but for the late answer to a trigger. */
  settle(re: string, result: Result): void {
    const waiting = this.#waiting.get(re)
    if (waiting) return waiting(result)
    const late = this.#lateTriggers.get(re)
    if (late === undefined) return
    this.#lateTriggers.delete(re)
    const answer = readAnswer('trigger', result)
    if (answer.kind === 'answered') this.#late(late.eventId, answer.outcome, late.lease)
  }

  /** The session is over: what waits gets no answer. */
  end(): void {
    this.#ended = true
    for (const settle of this.#waiting.values()) settle(null)
  }

  #remember(commandId: string, eventId: string, lease: CameraLease | undefined): void {
    this.#lateTriggers.set(commandId, { eventId, lease })
    const [oldest] = this.#lateTriggers.keys()
    if (this.#lateTriggers.size > maxLate && oldest !== undefined) this.#lateTriggers.delete(oldest)
  }
}

/** What the value of each result holds, by the type of its command. */
export const outcomes: { [T in CommandType]: z.ZodType<CommandOutcome<T>> } = commandOutcomes

/** Reads a result by the schema of its command. */
function readAnswer<T extends CommandType>(type: T, result: Result): CommandAnswer<T> {
  if (!result.ok) return { kind: 'refused', error: result.error }
  const outcome = outcomes[type].safeParse(result.value)
  if (outcome.success) return { kind: 'answered', outcome: outcome.data }
  return { kind: 'refused', error: { code: 'internal', message: `the answer does not fit ${type}` } }
}
