import type { Language } from '../text/text.js'
import { countOf, localeOf } from './format.js'

/** How long something took: 92 ms, or 60.0 s from ten seconds on. Number and unit never part at a line's end. */
export function tookOf(ms: number, language: Language): string {
  if (ms < 10_000) return `${countOf(Math.round(ms), language)}\u00a0ms`
  return `${new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(ms / 1000)}\u00a0s`
}
