import type { Hello } from '@sightline/protocol'
import type { Log } from '../platform/log.js'
import type { PeerSocket } from './peer-socket.js'

/** Whoever is at the other end of a socket: a gateway or a relay, as the upgrade proved. */
export interface Guest {
  readonly log: Log
  /** Takes the session in the database, or says why there is none. */
  begin(hello: Hello): Promise<Begun | Refused>
}

/** No session: the socket closes. */
export interface Refused {
  readonly closeCode: number
  readonly reason: string
}

/** A session that the database knows. */
export interface Begun {
  readonly epoch: number
  /** The newest revision of the configuration; 0 for a relay. */
  readonly configRevision: number
  /** Brings it to life on its socket. */
  open(socket: PeerSocket): LivePeer
}

/** A session between `welcome` and the end of its socket. */
export interface LivePeer {
  /** Called once, when `welcome` is on its way. */
  start(): void
  /** Takes one text message. */
  take(text: string): void
  /** Looks whether the session may go on; closes it if not. */
  verify(): Promise<void>
  /** The socket is gone. Resolves when what is being stored is done. */
  end(closeCode: number): Promise<void>
}
