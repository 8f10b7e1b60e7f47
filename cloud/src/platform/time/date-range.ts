import { dayAfter, startOfDay } from './calendar.js'

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
      dateFrom === undefined ? null : new Date(isDay(dateFrom) ? startOfDay(dateFrom, timezone) : dateFrom),
    before:
      dateTo === undefined
        ? null
        : new Date(isDay(dateTo) ? startOfDay(dayAfter(dateTo), timezone) : Date.parse(dateTo) + 1),
  }
}

/** True for a date without a time, which only means something in a time zone. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}
