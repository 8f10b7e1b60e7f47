import { connectFailure } from '../database/connect-failure.js'

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
  if (error.name === 'MigrationError') return `sightline: ${error.message}: ${reasonOf(error.cause)}`
  if (expected.has(error.name)) return `sightline: ${error.message}`
  const failure = connectFailure(error)
  return failure === undefined ? (error.stack ?? error.message) : `sightline: ${failure}`
}

function reasonOf(cause: unknown): string {
  return connectFailure(cause) ?? (cause instanceof Error ? cause.message : String(cause))
}
