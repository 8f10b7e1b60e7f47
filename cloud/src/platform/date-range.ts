/** A stretch of time: from its first moment on, and before its end. Null leaves that side open. */
export interface DateRange {
  readonly from: Date | null
  readonly before: Date | null
}

/**
 * The stretch that `date_from` and `date_to` name. A date without a time is a whole day in `timezone`, both
 * ends included; a moment is itself, the end included to the millisecond.
 * @param timezone IANA name
 */
export function dateRange(
  dateFrom: string | undefined,
  dateTo: string | undefined,
  timezone: string,
): DateRange {
  return {
    from:
      dateFrom === undefined ? null : isDay(dateFrom) ? startOfDay(dateFrom, timezone) : new Date(dateFrom),
    before:
      dateTo === undefined
        ? null
        : isDay(dateTo)
          ? startOfDay(dayAfter(dateTo), timezone)
          : new Date(Date.parse(dateTo) + 1),
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

/**
 * The first moment of a day. The offset is looked up at the guess that the offset before it gave, so that a
 * day on which the clocks change begins when people there say it does.
 */
function startOfDay(day: string, timezone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const guess = midnight - offsetMs(midnight, timezone)
  return new Date(midnight - offsetMs(guess, timezone))
}

/** How far local time is ahead of UTC at `at`, milliseconds. */
function offsetMs(at: number, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return local - Math.floor(at / 1000) * 1000
}
