import { LiveConnection } from '@sightline/player'
import { session } from '../session/session.js'

/** All pictures of a tab come over one socket. */
export const connection = new LiveConnection({
  server: location.origin,
  requestToken: (why) => session.token(why === 'refused'),
})

/** Who is signed in now. */
const personNow = (): string | null => (session.state.kind === 'signed-in' ? session.state.user.id : null)

let watching = personNow()

// The socket was opened with the rights of one person: nobody else sees by it.
session.watch(() => {
  const now = personNow()
  if (now === watching) return
  watching = now
  connection.close()
})
