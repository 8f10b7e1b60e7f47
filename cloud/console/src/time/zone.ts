/** A stretch of time in which the clocks of a zone go evenly. */
export interface EvenStretch {
  /** Ms since the epoch; the end is not included. */
  readonly from: number
  readonly to: number
  /** Local time minus UTC, ms. */
  readonly offset: number
}

const hourMs = 3_600_000

/** The zone of a site that is being read still. What is said in it is held back, and its place is kept. */
export const zoneNotKnownYet = ''

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: knownZone(zone),
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  })
  formats.set(zone, made)
  return made
}

/** A zone that this browser does not know is told by UTC. */
export function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** Local time minus UTC at a moment, ms. @param zone IANA name */
export function offsetAt(at: number, zone: string): number {
  const whole = Math.floor(at / 1000) * 1000
  const found = new Map(
    formatOf(zone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes): number => found.get(name) ?? 0
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return local - whole
}

/** How clocks stand to UTC, such as UTC+1 or UTC+5:30. */
export function offsetName(at: number, zone: string): string {
  const minutes = Math.round(offsetAt(at, zone) / 60_000)
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** The stretches of which a range is made: two where clocks change in it, else one. */
export function evenStretches(from: number, to: number, zone: string): EvenStretch[] {
  const stretches: EvenStretch[] = []
  let [start, offset] = [from, offsetAt(from, zone)]
  for (let at = from; at < to; at = Math.min(at + hourMs, to)) {
    const next = Math.min(at + hourMs, to)
    if (offsetAt(next, zone) === offset) continue
    const change = changeBetween(at, next, zone)
    stretches.push({ from: start, to: change, offset })
    ;[start, offset] = [change, offsetAt(change, zone)]
  }
  if (start < to) stretches.push({ from: start, to, offset })
  return stretches
}

/** The moment at which clocks change between two, to the second. */
function changeBetween(from: number, to: number, zone: string): number {
  const before = offsetAt(from, zone)
  let [low, high] = [Math.floor(from / 1000), Math.ceil(to / 1000)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * 1000, zone) === before) low = middle
    else high = middle
  }
  return high * 1000
}

/** The day of a moment where it happened, such as 2026-03-12. */
export function dayOf(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10)
}

/** The days after a day, or before if negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * hourMs).toISOString().slice(0, 10)
}

/** From the first moment of a day to the first of the next: 23, 24 or 25 hours. */
export function boundsOfDay(day: string, zone: string): { from: number; to: number } {
  return { from: momentAt(day, 0, zone), to: momentAt(dayAfter(day, 1), 0, zone) }
}

/**
 * The moment at which clocks show a time; of two the first; of a time that they leap over, the moment of the leap.
 * @param msOfDay from midnight by the clock
 */
export function momentAt(day: string, msOfDay: number, zone: string): number {
  const local = Date.parse(day) + msOfDay
  // Zones are within 14 hours of UTC, and change by a few hours at most.
  const stretches = evenStretches(local - 16 * hourMs, local + 16 * hourMs, zone)
  for (const { from, to, offset } of stretches) {
    const at = local - offset
    if (at < from) return from
    if (at < to) return at
  }
  return local
}
