import { readableLine } from '@sightline/protocol'
import { type Logger, pino } from 'pino'

/** Structured log: `log.info({ siteId }, 'site.created')`. A stable event name, then fields; errors under `err`. */
export type Log = Logger

type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** Fields that never reach the log, wherever an object that holds them is logged. */
const secretFields = [
  'password',
  'owner_password',
  'old_password',
  'new_password',
  'rtsp_password',
  'onvif_password',
  'secret',
  'api_key',
  'full_key',
  'access_token',
  'refresh_token',
  'pairing_code',
  'authorization',
  'cookie',
]

/** Where lines go: standard error, so that standard output stays a command's answer. */
interface LogDestination {
  write(line: string): unknown
  readonly isTTY?: boolean
}

/** Lines that a person can read where they go to a terminal, JSON elsewhere. */
export function createLog(level: LogLevel, destination: LogDestination = process.stderr): Log {
  const readable = destination.isTTY === true
  return pino(
    {
      level,
      base: null,
      ...(readable && { messageKey: 'event', formatters: { level: (label: string) => ({ level: label }) } }),
      serializers: { err: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[redacted]',
      },
    },
    { write: (line: string) => void destination.write(readable ? readableLine(line) : line) },
  )
}

/** What is worth keeping of an error. Libraries hang whole connections on theirs. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
  }
}

/** For parts that are used without a log, such as tests. */
export const silentLog: Log = pino({ level: 'silent' })
