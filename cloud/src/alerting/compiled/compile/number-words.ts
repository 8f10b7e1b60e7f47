import { longestPhrase, type Token } from './tokens.js'

const numberWords = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen twenty',
]
  .join(' ')
  .split(' ')

/** The whole number at a position of the sentence, in digits or as a word up to twenty. */
export function numberAt(tokens: readonly Token[], at: number): number | undefined {
  const token = tokens[at]
  if (token?.kind === 'number') return Number(token.plain)
  const value = numberWords.indexOf(token?.plain ?? '')
  return value >= 0 ? value : undefined
}

/** How a number that follows is to be compared. */
export type Comparison = 'more' | 'least' | 'fewer' | 'most' | 'exactly'

const comparisons: readonly (readonly [string, Comparison])[] = [
  ['more than', 'more'],
  ['greater than', 'more'],
  ['longer than', 'more'],
  ['over', 'more'],
  ['above', 'more'],
  ['at least', 'least'],
  ['a minimum of', 'least'],
  ['minimum', 'least'],
  ['not less than', 'least'],
  ['no less than', 'least'],
  ['no fewer than', 'least'],
  ['fewer than', 'fewer'],
  ['less than', 'fewer'],
  ['shorter than', 'fewer'],
  ['under', 'fewer'],
  ['below', 'fewer'],
  ['at most', 'most'],
  ['up to', 'most'],
  ['no more than', 'most'],
  ['not more than', 'most'],
  ['no longer than', 'most'],
  ['a maximum of', 'most'],
  ['maximum', 'most'],
  ['exactly', 'exactly'],
  ['only', 'exactly'],
  ['just', 'exactly'],
]

export function comparisonAt(
  tokens: readonly Token[],
  at: number,
): { length: number; value: Comparison } | undefined {
  return longestPhrase(tokens, at, comparisons)
}

const after: readonly (readonly [string, Comparison])[] = [
  ['or more', 'least'],
  ['or longer', 'least'],
  ['or higher', 'least'],
  ['or above', 'least'],
  ['and above', 'least'],
  ['or over', 'least'],
  ['or fewer', 'most'],
  ['or less', 'most'],
  ['or below', 'most'],
  ['or lower', 'most'],
  ['or shorter', 'most'],
]

/** A comparison that stands behind what is compared: `3 or more`. */
export function comparisonAfter(
  tokens: readonly Token[],
  at: number,
): { length: number; value: Comparison } | undefined {
  return longestPhrase(tokens, at, after)
}

/** The bounds that a comparison with a whole number means. */
export function boundsOfComparison(comparison: Comparison, value: number): { least?: number; most?: number } {
  switch (comparison) {
    case 'more':
      return { least: value + 1 }
    case 'least':
      return { least: value }
    case 'fewer':
      return { most: value - 1 }
    case 'most':
      return { most: value }
    case 'exactly':
      return { least: value, most: value }
  }
}
