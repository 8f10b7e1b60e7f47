/** A word, a time, a number, something in quotes, or a sign of a sentence. */
export interface Token {
  readonly kind: 'word' | 'clock' | 'number' | 'percent' | 'quoted' | 'sign'
  /** As it was written. */
  readonly text: string
  /** Lower case, without quotes; of a time that with `am` or `pm` in its short form: `10:30pm`. */
  readonly plain: string
  /** Where it begins in the sentence after NFKC. */
  readonly at: number
}

const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['quoted', /^"([^"]*)"|^“([^”]*)”|^„([^“”]*)[“”]|^«([^»]*)»|^'([^']*)'(?=[\s.,;!?]|$)/u],
  [
    'clock',
    /^\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\b\.?)?(?![\d%])|^\d{1,2}\s?[ap]\.?m\b\.?|^\d{1,2}h(?:\d{2})?\b/iu,
  ],
  ['percent', /^\d+(?:\.\d+)?\s?(?:%|percent\b)/iu],
  ['number', /^\d+(?:\.\d+)?(?![\p{L}\d])/u],
  ['word', /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’](?=\p{L}))*/u],
  ['sign', /^[\s\S]/u],
]

/** The parts of a sentence in their order. A hyphen between words is dropped, one between times and days is `to`. */
export function tokensOf(sentence: string): Token[] {
  const tokens: Token[] = []
  const whole = sentence.normalize('NFKC')
  let rest = whole
  let before = ' '
  while (rest !== '') {
    const blank = /^\s+/u.exec(rest)
    const token: Omit<Token, 'at'> | undefined = blank ? undefined : tokenAt(rest, before)
    const taken = blank?.[0] ?? token?.text ?? rest
    if (token) tokens.push({ ...token, at: whole.length - rest.length })
    before = taken.at(-1) ?? before
    rest = rest.slice(taken.length)
  }
  return tokens.flatMap((token, index) => withoutHyphen(token, tokens[index - 1], tokens[index + 1]))
}

function tokenAt(rest: string, before: string): Omit<Token, 'at'> | undefined {
  for (const [kind, pattern] of patterns) {
    const found = pattern.exec(rest)
    // A quotation stands by itself: an apostrophe within a word opens none.
    if (!found || (kind === 'quoted' && !/\s/u.test(before))) continue
    const [text, ...quoted] = found
    return { kind, text, plain: plainOf(kind, text, quoted.find((part) => part !== undefined) ?? '') }
  }
  return undefined
}

function plainOf(kind: Token['kind'], text: string, quoted: string): string {
  if (kind === 'quoted') return quoted.trim()
  const lower = text.toLowerCase()
  return kind === 'clock'
    ? lower.replaceAll(/\.(?=m|$)/g, '').replaceAll(/\s/g, '')
    : lower.replaceAll('’', "'")
}

function withoutHyphen(token: Token, before: Token | undefined, after: Token | undefined): Token[] {
  if (!/^[-–—]$/u.test(token.text)) return [token]
  const joins = (side: Token | undefined) =>
    side !== undefined &&
    (side.kind === 'clock' || side.kind === 'number' || /^(?:mon|tue|wed|thu|fri|sat|sun)/.test(side.plain))
  return joins(before) && joins(after) ? [{ ...token, kind: 'word', plain: 'to' }] : []
}

/** How many tokens from `at` on are these words, which a blank separates; 0 if they are not. */
export function phraseLength(tokens: readonly Token[], at: number, phrase: string): number {
  // Most phrases of a table begin otherwise, and are not taken apart.
  if (!phrase.startsWith(tokens[at]?.plain ?? ' ')) return 0
  const words = phrase.split(' ')
  return words.every((word, index) => tokens[at + index]?.plain === word) ? words.length : 0
}

/** The entry of a table whose phrase stands at `at`, the longest of several. */
export function longestPhrase<Value>(
  tokens: readonly Token[],
  at: number,
  table: Iterable<readonly [string, Value]>,
): { length: number; value: Value } | undefined {
  let best: { length: number; value: Value } | undefined
  for (const [phrase, value] of table) {
    const length = phraseLength(tokens, at, phrase)
    if (length > (best?.length ?? 0)) best = { length, value }
  }
  return best
}

/** Tokens as they were written. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ')
}
