/** Bits a second that uploads may take; null for no bound, 0 for none at all. */
type UploadRateLimit = number | null

/** From when to when a limit holds; minutes since midnight. One that ends before it begins spans midnight. */
interface Span {
  readonly fromMin: number
  readonly untilMin: number
  readonly limit: UploadRateLimit
}

/** How much of the line uploads may take, by the time of day. */
export interface UploadSchedule {
  readonly spans: readonly Span[]
  /** Outside of all spans. */
  readonly otherwise: UploadRateLimit
}

export const unlimited: UploadSchedule = { spans: [], otherwise: null }

const example = '08:00-18:00=2,*=20'
const entryForm = /^(?:(\d\d):(\d\d)-(\d\d):(\d\d)|\*)=(\d+(?:\.\d+)?|off|max)$/
export const bitsPerMegabit = 1_000_000

/**
 * Reads a schedule such as `08:00-18:00=2,22:00-06:00=max,*=20`: Mbit/s by local time of day, the first span that
 * holds the time counts, `*` stands for all other times. `off` sends nothing, `max` has no bound.
 * @param otherwise what holds outside of all spans where there is no `*`
 * @throws RangeError that says which entry is wrong, and what it must look like
 */
export function parseUploadSchedule(text: string, otherwise: UploadRateLimit): UploadSchedule {
  const spans: Span[] = []
  let rest = otherwise
  for (const entry of text.split(',').map((part) => part.trim())) {
    const match = entryForm.exec(entry)
    if (match === null) throw new RangeError(`"${entry}" is no entry of a schedule such as ${example}`)
    const limit = limitOf(match[5] ?? '', entry)
    if (match[1] === undefined) rest = limit
    else {
      const fromMin = minuteOf(match[1], match[2], entry)
      const untilMin = minuteOf(match[3], match[4], entry)
      if (fromMin === untilMin) throw new RangeError(`"${entry}" ends when it begins`)
      spans.push({ fromMin, untilMin, limit })
    }
  }
  return { spans, otherwise: rest }
}

/** The limit at a time of day. @param minute since midnight, local time */
export function limitAt(schedule: UploadSchedule, minute: number): UploadRateLimit {
  const span = schedule.spans.find(({ fromMin, untilMin }) =>
    fromMin < untilMin ? minute >= fromMin && minute < untilMin : minute >= fromMin || minute < untilMin,
  )
  return span === undefined ? schedule.otherwise : span.limit
}

/** Minutes since midnight by the clock on the wall of this machine. */
export function minuteOfDay(wallMs: number): number {
  const at = new Date(wallMs)
  return at.getHours() * 60 + at.getMinutes()
}

function minuteOf(hours = '', minutes = '', entry: string): number {
  const [hour, minute] = [Number(hours), Number(minutes)]
  const isTime = (hour < 24 && minute < 60) || (hour === 24 && minute === 0)
  if (!isTime) throw new RangeError(`"${entry}" holds a time of day that there is not`)
  return hour * 60 + minute
}

function limitOf(text: string, entry: string): UploadRateLimit {
  if (text === 'max') return null
  if (text === 'off') return 0
  return toBits(Number(text), `"${entry}"`)
}

/** @throws RangeError for what is less than a line can usefully be bounded to */
function toBits(megabits: number, name: string): number {
  if (megabits < 0.1 || megabits > 100_000) {
    throw new RangeError(`${name} must be 0.1 to 100000 Mbit/s, or off, or max`)
  }
  return megabits * bitsPerMegabit
}
