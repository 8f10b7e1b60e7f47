import type { Token } from './tokens.js'

/**
 * Lines where a promise is kept in a field, a variable or a collection that is declared for promises, without
 * anybody who hears of its failure: one that fails before somebody waits for it ends the process.
 */
export function keptWithoutCatch(tokens: readonly Token[]): number[] {
  const names = new Set(tokens.flatMap((_, index) => declaredAt(tokens, index)))
  return tokens.flatMap((token, index) => {
    if (!names.has(token.text) || token.kind !== 'word') return []
    const value = keptAt(tokens, index)
    return value === null || isHeard(value, tokens) ? [] : [token.line]
  })
}

const textOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(' ')

/** The name that is declared here for promises: `#ended: Promise<`, `= new Map<string, Promise<`. */
function declaredAt(tokens: readonly Token[], index: number): string[] {
  const name = tokens[index]
  if (name?.kind !== 'word' || /^[(,]$/.test(tokens[index - 1]?.text ?? '')) return []
  const text = textOf(tokens.slice(index + 1, index + 12))
  const isOne = text.startsWith(': Promise <')
  const isCollection = /^= new \w*(?:Map|Set) < (?:[\w.]+ , )?Promise </.test(text)
  return isOne || isCollection ? [name.text] : []
}

/** What is put there at this use of the name; null where nothing is. */
function keptAt(tokens: readonly Token[], index: number): readonly Token[] | null {
  const before = tokens[index - 1]?.text ?? ''
  // Not the field, but a variable of its name.
  if (/^(?:const|let)$/.test(before)) return null
  const after = textOf(tokens.slice(index + 1, index + 4))
  if (/^= (?![=>])/.test(after)) return valueFrom(tokens, index + 2)
  if (/^(?:\? \? =|\| \| =)/.test(after)) return valueFrom(tokens, index + 4)
  if (/^: (?!Promise)/.test(after) && /^[{,]$/.test(before)) return valueFrom(tokens, index + 2)
  const put = /^\. (?:set|add|push) \(/.test(after)
  if (put) return lastArgument(tokens, index + 4)
  const isShorthand = /^[{,]$/.test(before) && /^[,}]/.test(after)
  return isShorthand ? tokens.slice(index, index + 1) : null
}

/** An expression, up to where it ends: a comma, a closing bracket, or a line that does not go on with it. */
function valueFrom(tokens: readonly Token[], start: number): readonly Token[] {
  let depth = 0
  for (let at = start; at < tokens.length; at += 1) {
    const [token, last] = [tokens[at], tokens[at - 1]]
    if (token === undefined) break
    const isNewLine = at > start && token.line > (last?.line ?? 0)
    if (depth === 0 && isNewLine && !/^[.?:|&+]$/.test(token.text) && !/^[=(,?:|&>]$/.test(last?.text ?? ''))
      return tokens.slice(start, at)
    if (token.kind === 'punctuation' && '([{'.includes(token.text)) depth += 1
    if (token.kind === 'punctuation' && ')]}'.includes(token.text)) depth -= 1
    if (depth < 0 || (depth === 0 && token.text === ',')) return tokens.slice(start, at)
  }
  return tokens.slice(start)
}

function lastArgument(tokens: readonly Token[], start: number): readonly Token[] {
  const value = valueFrom(tokens, start)
  const end = start + value.length
  const goesOn = tokens[end]?.text === ',' && tokens[end + 1]?.text !== ')'
  return goesOn ? lastArgument(tokens, end + 1) : value
}

/** Whether somebody hears of a failure, or there can be none. */
function isHeard(value: readonly Token[], tokens: readonly Token[]): boolean {
  const text = textOf(value)
  if (/\. catch \(|^kept \(|^Promise \. resolve \(|^(?:null|undefined|await|new \w*(?:Map|Set))\b/.test(text))
    return true
  // It takes no `reject`.
  if (/^new Promise (?:< .* > )?\( \( \w* ?\) =/.test(text)) return true
  if (/\. then \( \w+ , \w+ \)$/.test(text)) return true
  const [only] = value
  if (value.length !== 1 || only === undefined) return false
  const made = tokens.findIndex(({ text: word }, index) => {
    return /^(?:const|let)$/.test(word) && tokens[index + 1]?.text === only.text
  })
  // What was handed in is heard by who made it.
  if (made < 0) return true
  const equals = tokens.findIndex(({ text: word }, index) => index > made && word === '=')
  const source = valueFrom(tokens, equals + 1)
  return textOf(source) !== only.text && isHeard(source, tokens)
}
