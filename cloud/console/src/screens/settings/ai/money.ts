import type { Language } from '../../../text/text.js'
import { localeOf } from '../../../time/format.js'

/** US dollars: 318.40 $, and small ones with as many digits as say something: 0.011 $. Number and sign never part. */
export function moneyOf(usd: number, language: Language): string {
  const digits =
    usd === 0 || usd >= 1
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { maximumSignificantDigits: 2 }
  return `${new Intl.NumberFormat(localeOf(language), digits).format(usd)}\u00a0$`
}

/** A share in percent, without its sign: 12 %. */
export const percentOf = (share: number, language: Language): string =>
  `${new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 0 }).format(Math.abs(share) * 100)}\u00a0%`

/** Tokens of a scale or a figure: 1.2M for 1,200,000. */
export const shortCount = (count: number, language: Language): string =>
  new Intl.NumberFormat(localeOf(language), { notation: 'compact', maximumFractionDigits: 1 }).format(count)
