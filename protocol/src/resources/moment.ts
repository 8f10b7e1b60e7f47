import { z } from 'zod'

/** True for text that begins with a year that a clock can mean: 1970 to 2200. */
export function hasPlausibleYear(text: string): boolean {
  const year = Number(text.slice(0, 4))
  return year >= 1970 && year <= 2200
}

export const plausibleYear = 'a year from 1970 to 2200, as in 2026-01-31T08:15:30Z'

/**
 * As RFC 3339 writes it: it takes small letters, and a blank between day and time, for the same (5.6). The blank before an offset is a `+`
 * that was not escaped in a query. What is no date stays as it is.
 */
function asWritten(given: unknown): unknown {
  if (typeof given !== 'string') return given
  return given
    .replace(/^(\d{4}-\d\d-\d\d)[t ](?=\d\d:)/i, '$1T')
    .replace(/(?<=:[\d.]+) (?=\d\d:\d\d$)/, '+')
    .replace(/z$/, 'Z')
}

/** A moment that a client gives, with any offset. */
export const GivenMoment = z.preprocess(
  asWritten,
  z.iso
    .datetime({
      offset: true,
      error: 'RFC 3339, such as 2026-01-31T08:15:30Z or 2026-01-31T09:15:30+01:00 (in a query %2B01:00)',
    })
    .refine(hasPlausibleYear, plausibleYear),
)

/** RFC 3339, or a whole day in the organisation's time zone. */
export const DateBound = z.preprocess(
  asWritten,
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error:
        'a day such as 2026-01-31, or RFC 3339 such as 2026-01-31T08:15:30Z or 2026-01-31T09:15:30+01:00 (in a query %2B01:00)',
    })
    .refine(hasPlausibleYear, plausibleYear),
)
