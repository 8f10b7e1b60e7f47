import { isSqlState } from '../database/sqlstate.js'
import { errorCode } from '../error-code.js'

/** Failures that a person can mend: their message says how, and a stack would hide it. */
const expected = new Set([
  'AlreadyRunningError',
  'AppError',
  'BinariesMissingError',
  'ConfigError',
  'DatabaseSetupError',
  'OtherVersionError',
  'ProgramError',
])

/** The message for a person when a program cannot go on. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return `sightline: ${String(error)}`
  if (error.name === 'DatabaseUnavailableError' && error.cause instanceof Error)
    return failureMessage(error.cause)
  if (expected.has(error.name)) return `sightline: ${error.message}`
  if (errorCode(error) === 'EADDRINUSE') {
    return `sightline: the port is taken by another program (${error.message}): stop it, or choose another with PORT`
  }
  if ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) {
    return `sightline: PostgreSQL at DATABASE_URL does not answer (${error.message})`
  }
  if (isSqlState(error, 'noSuchDatabase')) {
    return `sightline: ${error.message}: create it first, owned by the user of DATABASE_URL`
  }
  if (isSqlState(error, 'loginRefused')) {
    return `sightline: PostgreSQL refuses the user of DATABASE_URL: ${error.message}`
  }
  return error.stack ?? error.message
}
