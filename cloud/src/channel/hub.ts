import type { CommandType } from '@sightline/protocol'
import type { CommandAnswer, CommandBody } from './pending-commands.js'

/** A live session of a gateway whose socket this node holds. */
export interface HeldSession {
  readonly orgId: string
  readonly gatewayId: string
  readonly epoch: number
  command<T extends CommandType>(type: T, body: CommandBody<T>, deadlineMs: number): Promise<CommandAnswer<T>>
  /** Sends what changed since the revision that the gateway was last told. */
  sendConfiguration(): void
  /** Looks whether the key still holds and no newer session exists; closes if not. */
  verify(): Promise<void>
  /** A newer session took over. */
  replace(): void
}

/** The live sessions of this node, one a gateway. */
export class Hub {
  readonly #sessions = new Map<string, HeldSession>()

  get size(): number {
    return this.#sessions.size
  }

  find(gatewayId: string): HeldSession | undefined {
    return this.#sessions.get(gatewayId)
  }

  all(): HeldSession[] {
    return [...this.#sessions.values()]
  }

  /** The newer epoch stays, the other one is replaced; in whatever order the two come. */
  add(session: HeldSession): void {
    const other = this.#sessions.get(session.gatewayId)
    if (other && other.epoch > session.epoch) return session.replace()
    this.#sessions.set(session.gatewayId, session)
    other?.replace()
  }

  remove(session: HeldSession): void {
    if (this.#sessions.get(session.gatewayId) === session) this.#sessions.delete(session.gatewayId)
  }
}
