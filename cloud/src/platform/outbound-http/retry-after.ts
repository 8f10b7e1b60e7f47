/** The longest wait that somebody whom we call is believed, milliseconds. */
const longestWaitMs = 60 * 60 * 1000

/** `Retry-After` as milliseconds (RFC 9110, 10.2.3): seconds or a date, an hour at most; null if it is neither. @param now milliseconds since 1970 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : dateIn(header, now) - now
  return Number.isNaN(ms) ? null : Math.min(longestWaitMs, Math.max(0, ms))
}

/**
 * The date of a header, milliseconds since 1970, in the form of today or one of the two of before, which whoever receives has to
 * take too (RFC 9110, 5.6.7). `Date.parse` alone takes much else for one.
 */
function dateIn(text: string, now: number): number {
  if (/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)) return Date.parse(text)
  if (/^\w{3} \w{3} [\d ]\d \d\d:\d\d:\d\d \d{4}$/.test(text)) return Date.parse(`${text} GMT`)
  const [, day, month, year, time] = /^\w{6,9}, (\d\d)-(\w{3})-(\d\d) (\d\d:\d\d:\d\d) GMT$/.exec(text) ?? []
  if (year === undefined) return Number.NaN
  const thisYear = new Date(now).getUTCFullYear()
  // Of two digits: the year of this century, unless that is more than 50 years ahead.
  const full = thisYear - (thisYear % 100) + Number(year)
  return Date.parse(`${day} ${month} ${full > thisYear + 50 ? full - 100 : full} ${time} GMT`)
}
