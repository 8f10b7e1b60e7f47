import type { Language } from '../text/text.js'
import { localeOf } from '../time/format.js'

const perGb = 1024

/** A size as 38 MB, 4.1 GB, 242 GB. Number and unit never part at a line's end. @param mb MiB */
export function sizeOf(mb: number, language: Language): string {
  if (mb < perGb) return `${rounded(mb, 0, language)}\u00a0MB`
  const gb = mb / perGb
  return `${rounded(gb, gb < 10 ? 1 : 0, language)}\u00a0GB`
}

/** A share of 100, without places. */
export const percentOf = (percent: number, language: Language): string =>
  `${rounded(percent, 0, language)}\u00a0%`

/** Megabits a second. */
export const lineOf = (mbps: number, language: Language): string =>
  `${rounded(mbps, mbps < 10 ? 1 : 0, language)}\u00a0Mbit/s`

const rounded = (value: number, places: number, language: Language): string =>
  new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: places }).format(value)
