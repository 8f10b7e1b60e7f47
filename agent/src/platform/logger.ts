import { pino } from 'pino'
import { z } from 'zod'
import { printable } from './printable.js'
import { secrets as processSecrets, type Secrets } from './secrets.js'

/**
 * Log lines are a stable event name plus fields: `log.info({ cameraId }, 'camera.online')`. Errors go
 * under `err`. Nobody needs to mask anything: the sink does.
 */
export type Logger = pino.Logger

export interface LoggerOptions {
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
    { write: (line: string) => write(secrets.redact(human ? printable(humanLine(line)) : line)) },
  )
}

/** A logger that says nothing, for parts under test. */
export const silentLogger: Logger = pino({ level: 'silent' })

/** What pino writes with the options above. */
const Line = z.looseObject({ time: z.string(), level: z.string(), event: z.string().default('') })

function humanLine(line: string): string {
  const { time, level, event, err, ...rest } = Line.parse(JSON.parse(line))
  const details = Object.entries(rest).map(([name, value]) => `${name}=${plain(value)}`)
  const problem = errorText(err)
  return `${[time.slice(11, 19), level.toUpperCase().padEnd(5), event, ...details].join(' ')}${problem}\n`
}

function plain(value: unknown): string {
  return typeof value === 'string' && /^[\w:./@+-]+$/.test(value) ? value : JSON.stringify(value)
}

function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('message' in error && typeof error.message === 'string') return `: ${error.message}`
  return `: ${JSON.stringify(error)}`
}
