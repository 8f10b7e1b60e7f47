import type { Language } from '../text/text.js'
import { countOf } from '../time/format.js'

/** More than this is not told apart in so little room. */
const most = 99

/** How many there are, at the corner of a drawing. */
export const shortCount = (count: number, language: Language): string =>
  count > most ? `${most}+` : countOf(count, language)
