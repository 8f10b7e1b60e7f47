import { invalid } from '../../../platform/errors.js'
import { type Connection, type ConnectionFields, readConnection } from './camera-connection.js'
import { hostsOf } from './direct-address.js'

/**
 * Refuses to send a stored password to a host that it was not given for: passwords are never shown, and whoever may
 * change an address could otherwise read one at a host of their own. Behind a gateway, cameras change their addresses
 * by themselves and are reached in the site's network only; in direct mode any host of the internet may be named.
 * @throws AppError invalid
 */
export function requirePasswordForNewHost(
  fields: ConnectionFields,
  before: Connection,
  after: Connection,
): void {
  const known = new Set(hostsOf(before).map(([, host]) => host))
  const isElsewhere = hostsOf(after).some(([, host]) => !known.has(host))
  if (!isElsewhere || !hasPassword(after)) return
  const given = readConnection(after.type, fields, { ...before, credentials: null })
  if (given.ok && hasPassword(given.connection)) return
  throw invalid(
    `${after.type}_password: give it again, or an empty one: the stored password is not sent to another host`,
  )
}

const hasPassword = ({ credentials }: Connection): boolean => (credentials?.password ?? '') !== ''
