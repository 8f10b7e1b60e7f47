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

/** What a person is told when a program cannot go on. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return `sightline: ${String(error)}`
  if (expected.has(error.name)) return `sightline: ${error.message}`
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `sightline: the port is taken by another program (${error.message}): stop it, or choose another with PORT`
  }
  if ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) {
    return `sightline: PostgreSQL at DATABASE_URL does not answer (${error.message})`
  }
  if ('code' in error && error.code === '3D000') {
    return `sightline: ${error.message}: create it first, owned by the user of DATABASE_URL`
  }
  if ('code' in error && (error.code === '28P01' || error.code === '28000')) {
    return `sightline: PostgreSQL refuses the user of DATABASE_URL: ${error.message}`
  }
  return error.stack ?? error.message
}
