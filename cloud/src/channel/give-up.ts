import { closeCodes } from '@sightline/protocol'
import type { PeerSocket } from './peer-socket.js'

/** Why nothing more is taken from a peer: it comes again, and sends again what was not confirmed. */
export type GivingUp = 'cannot_commit' | 'overloaded'

export function giveUp(socket: PeerSocket, why: GivingUp): void {
  switch (why) {
    case 'overloaded':
      return socket.close(closeCodes.overloaded, 'more than can be taken')
    case 'cannot_commit':
      return socket.close(closeCodes.restarting, 'frames cannot be stored now')
  }
}
