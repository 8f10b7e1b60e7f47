import type { CameraLease, CommandType } from '@sightline/protocol'
import type { CommandAnswer, CommandBody } from './pending-commands.js'

/** A live session whose socket this node holds: of a gateway or of a relay. */
export interface HeldPeer {
  /** The id of the gateway or the relay. */
  readonly peerId: string
  readonly epoch: number
  /** @param lease of a command about a camera that a relay holds */
  command<T extends CommandType>(
    type: T,
    body: CommandBody<T>,
    deadlineMs: number,
    lease?: CameraLease,
  ): Promise<CommandAnswer<T>>
  /** Looks whether the session may go on; closes it if not. */
  verify(): Promise<void>
  /** A newer session took over. */
  replace(): void
}

/** A live session of a gateway. */
export interface HeldGateway extends HeldPeer {
  readonly orgId: string
  /** Sends what changed since the revision that the gateway was last told. */
  sendConfiguration(): void
}

/** A live session of a relay. */
export interface HeldRelay extends HeldPeer {
  /** Something of some direct camera changed: looks what is to be told. */
  wake(): void
}

/** The live sessions of this node, one a gateway or a relay. */
export class Hub<Peer extends HeldPeer> {
  readonly #sessions = new Map<string, Peer>()

  get size(): number {
    return this.#sessions.size
  }

  find(peerId: string): Peer | undefined {
    return this.#sessions.get(peerId)
  }

  all(): Peer[] {
    return [...this.#sessions.values()]
  }

  /** The newer epoch stays, the other one is replaced; in whatever order the two come. */
  add(session: Peer): void {
    const other = this.#sessions.get(session.peerId)
    if (other && other.epoch > session.epoch) return session.replace()
    this.#sessions.set(session.peerId, session)
    other?.replace()
  }

  remove(session: Peer): void {
    if (this.#sessions.get(session.peerId) === session) this.#sessions.delete(session.peerId)
  }
}
