import type { Compiled } from '../../api/rules.js'

/** A part of a sentence: words that made conditions, words that made none, or what is between them. */
export interface Stretch {
  readonly text: string
  readonly start: number
  readonly kind: 'plain' | 'condition' | 'unexpressed'
  readonly paths: readonly string[]
}

/**
 * The sentence as it is typed, in parts. Places are counted without the blanks before the first word; what was typed since is not
 * known yet, and is plain.
 */
export function stretchesOf(sentence: string, words: Compiled['words']): Stretch[] {
  const stretches: Stretch[] = []
  const lead = sentence.length - sentence.trimStart().length
  let at = 0
  const plainUntil = (end: number): void => {
    if (end > at) stretches.push({ text: sentence.slice(at, end), start: at, kind: 'plain', paths: [] })
  }
  for (const { start, end, paths } of words) {
    const [from, to] = [start + lead, Math.min(end + lead, sentence.length)]
    if (from < at || from >= to) continue
    plainUntil(from)
    const kind = paths.length > 0 ? 'condition' : 'unexpressed'
    stretches.push({ text: sentence.slice(from, to), start: from, kind, paths })
    at = to
  }
  plainUntil(sentence.length)
  return stretches
}
