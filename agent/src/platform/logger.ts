import { readableLine } from '@sightline/protocol'
import { pino } from 'pino'
import { secrets as processSecrets, type Secrets } from './secrets.js'

/**
 * Log lines are a stable event name plus fields: `log.info({ cameraId }, 'camera.online')`. Errors go
 * under `err`. Nobody needs to mask anything: the sink does.
 */
export type Logger = pino.Logger

interface LoggerOptions {
  readonly level: string
  /** Where lines go; standard error by default, so that standard output stays a command's answer. */
  readonly write?: (line: string) => void
  /** Lines for people instead of JSON; by default where standard error is a terminal. */
  readonly human?: boolean
  readonly secrets?: Secrets
}

/** The logger, whose one sink masks credentials in every line, whoever wrote it. */
export function createLogger(options: LoggerOptions): Logger {
  const write = options.write ?? ((line: string) => void process.stderr.write(line))
  const human = options.human ?? process.stderr.isTTY
  const secrets = options.secrets ?? processSecrets
  return pino(
    {
      level: options.level,
      base: null,
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => write(secrets.redact(human ? readableLine(line) : line)) },
  )
}

/** A logger that says nothing, for parts under test. */
export const silentLogger: Logger = pino({ level: 'silent' })
