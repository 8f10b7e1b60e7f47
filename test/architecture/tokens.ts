/** A piece of TypeScript; strings and templates carry their text without the quotes. */
export interface Token {
  readonly kind: 'word' | 'string' | 'template' | 'punctuation'
  readonly text: string
  /** Counted from 1. */
  readonly line: number
}

const wordStart = /[\p{ID_Start}$_#\d]/u
const wordPart = /[\p{ID_Continue}$\u200c\u200d]/u
/** After these words a slash opens a regular expression; after any other it divides. */
const beforeRegex = new Set(
  'return typeof case in of delete void throw new do else instanceof yield await'.split(' '),
)

/**
 * Cuts TypeScript into words, strings, templates and punctuation, without comments and regular expressions. It
 * is no parser: it knows just enough that nothing inside a comment or a string is taken for code. The expressions
 * inside a template follow it as tokens of their own.
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  /** For each open template expression, how many braces are open inside it. */
  const templates: number[] = []
  let at = 0
  let line = 1

  const push = (kind: Token['kind'], text: string) => tokens.push({ kind, text, line })
  const advance = (to: number) => {
    for (; at < to && at < source.length; at++) if (source[at] === '\n') line++
  }
  const past = (text: string, from: number) => {
    const found = source.indexOf(text, from)
    return found === -1 ? source.length : found + text.length
  }

  const readQuoted = (quote: string) => {
    let end = at + 1
    while (end < source.length && source[end] !== quote && source[end] !== '\n') {
      end += source[end] === '\\' ? 2 : 1
    }
    push('string', source.slice(at + 1, end))
    advance(end + 1)
  }

  /** Reads on from the opening backtick, or from the brace that ends an expression inside. */
  const readTemplate = (opening: boolean) => {
    let end = at + 1
    while (end < source.length && source[end] !== '`' && !source.startsWith('${', end)) {
      end += source[end] === '\\' ? 2 : 1
    }
    if (opening) push('template', source.slice(at + 1, end))
    const expression = source.startsWith('${', end)
    advance(end + (expression ? 2 : 1))
    if (expression) templates.push(0)
  }

  const readRegex = () => {
    let end = at + 1
    let inClass = false
    while (end < source.length && source[end] !== '\n' && (inClass || source[end] !== '/')) {
      if (source[end] === '[') inClass = true
      if (source[end] === ']') inClass = false
      end += source[end] === '\\' ? 2 : 1
    }
    advance(end + 1)
    while (wordPart.test(source[at] ?? '')) at++
  }

  const readPunctuation = (char: string) => {
    const open = templates.length - 1
    const depth = templates[open]
    if (depth !== undefined && char === '}' && depth === 0) {
      templates.pop()
      readTemplate(false)
      return
    }
    if (depth !== undefined && char === '{') templates[open] = depth + 1
    if (depth !== undefined && char === '}') templates[open] = depth - 1
    push('punctuation', char)
    at++
  }

  while (at < source.length) {
    const char = source[at] ?? ''
    if (source.startsWith('//', at)) advance(past('\n', at))
    else if (source.startsWith('/*', at)) advance(past('*/', at + 2))
    else if (/\s/.test(char)) advance(at + 1)
    else if (char === "'" || char === '"') readQuoted(char)
    else if (char === '`') readTemplate(true)
    else if (char === '/' && opensRegex(tokens.at(-1))) readRegex()
    else if (wordStart.test(char)) {
      let end = at + 1
      while (wordPart.test(source[end] ?? '')) end++
      push('word', source.slice(at, end))
      at = end
    } else readPunctuation(char)
  }
  return tokens
}

function opensRegex(before: Token | undefined): boolean {
  if (before === undefined) return true
  if (before.kind === 'word') return beforeRegex.has(before.text)
  return before.kind === 'punctuation' && !')]}'.includes(before.text)
}
