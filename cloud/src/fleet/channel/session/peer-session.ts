import type { CommandType } from '@sightline/protocol'
import type { Command, CommandAnswer } from '../commands/pending-commands.js'

/** The session of a gateway or a relay whose socket this node holds, from `welcome` to the end of the socket. */
export interface PeerSession {
  /** The id of the gateway or the relay. */
  readonly peerId: string
  readonly epoch: number
  /** Called once, when `welcome` is on its way. */
  start(): void
  /** Takes one text message. */
  receive(text: string): void
  command<T extends CommandType>(command: Command<T>): Promise<CommandAnswer<T>>
  /** Checks whether the session may go on; closes it if not. */
  verify(): Promise<void>
  /** A newer session took over. */
  replace(): void
  /** The socket is gone. Resolves when what is being stored is done. */
  end(closeCode: number): Promise<void>
}

export interface GatewayPeer extends PeerSession {
  readonly orgId: string
  /** Sends what changed since the revision that the gateway has. */
  sendConfiguration(): void
}

export interface RelayPeer extends PeerSession {
  /** Something of some direct camera changed: checks at once what the relay must be sent. */
  wake(): void
}
