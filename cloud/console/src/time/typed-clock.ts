const form = /^\s*(\d{1,2})(?:[:.h]?(\d{2}))?(?:[:.]?(\d{2}))?\s*$/

/** A time of day as people type it: 14:32, 14.32, 1432, 14:32:08, 143208, 14. @returns ms from midnight by the clock; null: it is none */
export function readClock(typed: string): number | null {
  const [, hours = '', minutes = '0', seconds = '0'] = form.exec(typed) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}
