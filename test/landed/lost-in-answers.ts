import { z } from 'zod'
import { ServiceAnswer } from './service-answers.js'

/** An answer that was recorded, and what of it is another each time: JSON pointers into its body. */
export const RecordedAnswer = ServiceAnswer.extend({ moving: z.array(z.string()) })
export type RecordedAnswer = z.infer<typeof RecordedAnswer>

/** Two recordings of the same service on the same data: what differs is moving. */
export function recorded(
  one: readonly ServiceAnswer[],
  other: ReadonlyMap<string, ServiceAnswer>,
): RecordedAnswer[] {
  return one.map((answer) => {
    const again = other.get(answer.path)
    const moving = again === undefined ? [] : differences(answer.body, again.body, '', new Set())
    return { ...answer, moving: moving.map(({ at }) => at) }
  })
}

/** They are of a span that ends now, or of today: the hour after a recording, or the day, they have other values and other entries. */
const ofNow =
  /\/(stats|events\/timeline|cameras\/[^/]+\/timeline|recordings|recording-coverage|telemetry\/history|fleet-health|count|ai-usage|budget|sessions)(?=$|[/?])/

/**
 * What a client finds no more: fields, values, order, types. What is added is no loss. Of spans that end now neither values nor
 * entries are compared.
 */
export function lostIn(before: RecordedAnswer, now: ServiceAnswer | undefined): string[] {
  if (now === undefined) return [`${before.path}: not asked`]
  const lost: string[] = []
  for (const name of ['status', 'content_type'] as const)
    if (before[name] !== now[name]) lost.push(`${before.path}: ${name} ${before[name]} is ${now[name]}`)
  const found =
    before.content_type === 'text/csv'
      ? columnsLost(before.body, now.body)
      : differences(before.body, now.body, '', ofNow.test(before.path) ? everything : new Set(before.moving))
  return [...lost, ...found.map(({ at, what }) => `${before.path} ${at}: ${what}`)]
}

/** Where values may move. */
type Moving = Pick<ReadonlySet<string>, 'has'>
const everything: Moving = { has: () => true }

interface Difference {
  readonly at: string
  readonly what: string
}

function differences(before: unknown, now: unknown, at: string, moving: Moving): Difference[] {
  if (kindOf(before) !== kindOf(now)) {
    // What moves may be nothing, or come to be something.
    const isNothing = before === null || now === null
    return moving.has(at) && isNothing ? [] : [{ at, what: `${shown(before)} is ${shown(now)}` }]
  }
  if (Array.isArray(before) && Array.isArray(now)) {
    if (moving === everything) return []
    if (before.length !== now.length && !moving.has(at))
      return [{ at, what: `${before.length} entries are ${now.length}` }]
    return before.flatMap((one, index) =>
      index < now.length ? differences(one, now[index], `${at}/${index}`, moving) : [],
    )
  }
  if (isRecord(before) && isRecord(now)) return fieldsLost(before, now, at, moving)
  return before === now || moving.has(at) ? [] : [{ at, what: `${shown(before)} is ${shown(now)}` }]
}

function fieldsLost(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
  at: string,
  moving: Moving,
): Difference[] {
  const names = Object.keys(before)
  const there = names.filter((name) => Object.hasOwn(now, name))
  const missing = names.filter((name) => !there.includes(name))
  const order = Object.keys(now).filter((name) => there.includes(name))
  return [
    ...missing.map((name) => ({ at: `${at}/${name}`, what: 'is missing' })),
    ...(order.join() === there.join()
      ? []
      : [{ at, what: `${there.join()} is in the order ${order.join()}` }]),
    ...there.flatMap((name) => differences(before[name], now[name], `${at}/${name}`, moving)),
  ]
}

/** Columns are found by their place, so that others may only come behind them. */
function columnsLost(before: unknown, now: unknown): Difference[] {
  return `${String(now)},`.startsWith(`${String(before)},`)
    ? []
    : [{ at: '', what: `${shown(before)} is ${shown(now)}` }]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200)
