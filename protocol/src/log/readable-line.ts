import { z } from 'zod'
import { terminalText } from './terminal-text.js'

/** A line of the log before it is written. */
const Line = z.looseObject({ time: z.string(), level: z.string(), event: z.string().default('') })
const Failure = z.looseObject({ message: z.string(), stack: z.string().optional() })

/**
 * A JSON line of either program's log for people at a terminal: `12:30:05 WARN  camera.lost camera=Door: no answer`, and the
 * stack of an error below. What is logged is anybody's text.
 * @throws if the line is not one of our log
 */
export function readableLine(json: string): string {
  const { time, level, event, err, ...fields } = Line.parse(JSON.parse(json))
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`)
  const line = [time.slice(11, 19), level.toUpperCase().padEnd(5), event, ...shown].join(' ')
  return terminalText(`${line}${failureOf(err, ['error', 'fatal'].includes(level))}\n`)
}

function textOf(value: unknown): string {
  return typeof value === 'string' && /^[\w:./@+-]+$/.test(value) ? value : JSON.stringify(value)
}

function failureOf(err: unknown, withStack: boolean): string {
  if (err === undefined || err === null) return ''
  const { data } = Failure.safeParse(err)
  if (!data) return `: ${JSON.stringify(err)}`
  const frames = data.stack?.split('\n').filter((frame) => /^\s+at /.test(frame)) ?? []
  return [`: ${data.message}`, ...(withStack ? frames : [])].join('\n')
}
