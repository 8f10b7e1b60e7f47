import type { Hello } from '@sightline/protocol'
import type { Log } from '../../../platform/log.js'
import type { PeerSession } from '../session/peer-session.js'
import type { PeerSocket } from '../socket/peer-socket.js'

/** Whoever is at the other end of a socket: a gateway or a relay, as the upgrade proved. */
export interface PeerHandshake {
  readonly log: Log
  /** Takes the session in the database, or says why there is none. */
  begin(hello: Hello): Promise<AcceptedHandshake | RefusedHandshake>
}

/** No session: the socket closes. */
interface RefusedHandshake {
  readonly closeCode: number
  readonly reason: string
}

/** A session that the database knows. */
interface AcceptedHandshake {
  readonly epoch: number
  /** The newest revision of the configuration; 0 for a relay. */
  readonly configRevision: number
  /** Brings it to life on its socket. */
  open(socket: PeerSocket): PeerSession
}
