import type pg from 'pg'
import { errorCode } from '../../error-code.js'
import { isSqlState } from '../sqlstate.js'
import { connectionErrorOf } from './clients.js'

/**
 * PostgreSQL cannot be used just now: its connection was lost, none is free, or it has no room. What a transaction did is gone, unless
 * it was lost in its COMMIT: then nobody knows. Trying again later is right.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

/** PostgreSQL has no room for what a statement asks for. There is hardly more at once, so that only people try it again. */
export class DatabaseFullError extends DatabaseUnavailableError {}

/** How sockets fail, and what the driver says of a connection that is gone or does not answer. */
const lostCodes =
  /^(?:ECONN(?:RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EAI_AGAIN)$/
const lostMessages =
  /^(?:Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed|timeout e|Cannot use a pool after calling end)/

/** True for an error by which a statement, or the making of a connection, fails because there is no connection. */
export function isConnectionLoss(error: unknown, client?: pg.ClientBase): boolean {
  if (client && connectionErrorOf(client)) return true
  const code = errorCode(error)
  if (code !== undefined) return isSqlState(error, 'noConnection') || lostCodes.test(code)
  return error instanceof Error && lostMessages.test(error.message)
}
