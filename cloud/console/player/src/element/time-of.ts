const lateMs = 12 * 3_600_000

/** The time of day of a moment, with the date where it is not of the last hours. @param locale undefined: as the browser has it */
export function timeOf(ms: number, nowMs: number, locale: string | undefined): string {
  const time = new Date(ms)
  return nowMs - ms < lateMs ? time.toLocaleTimeString(locale) : time.toLocaleString(locale)
}
