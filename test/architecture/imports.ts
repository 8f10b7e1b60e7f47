import type { Token } from './tokens.js'

/** One thing that a file reaches for: an import, a re-export, a dynamic import or a require. */
export interface Import {
  readonly specifier: string
  /** The names as the other file knows them, also those of types; empty for a dynamic import. */
  readonly names: readonly string[]
  readonly line: number
}

/** Finds what a file imports in any form, type-only imports included: they bind two files as well. */
export function findImports(tokens: readonly Token[]): Import[] {
  const found: Import[] = []
  tokens.forEach((token, index) => {
    if (token.kind !== 'word' || tokens[index - 1]?.text === '.') return
    if (token.text === 'import' || token.text === 'require') {
      const called = calledWith(tokens, index)
      if (called) found.push({ specifier: called.text, names: [], line: token.line })
    }
    if (token.text === 'import' || token.text === 'export') {
      const statement = readStatement(tokens, index)
      if (statement) found.push({ ...statement, line: token.line })
    }
  })
  return found
}

/** The literal argument of `import(...)` or `require(...)`. */
function calledWith(tokens: readonly Token[], index: number): Token | undefined {
  if (tokens[index + 1]?.text !== '(') return undefined
  const argument = tokens[index + 2]
  return argument?.kind === 'string' || argument?.kind === 'template' ? argument : undefined
}

/** Reads `import ... from 'x'`, `import 'x'` and `export ... from 'x'`; anything else is no such statement. */
function readStatement(tokens: readonly Token[], index: number): Omit<Import, 'line'> | undefined {
  const names: string[] = []
  for (let at = index + 1; at < tokens.length; at++) {
    const token = tokens[at]
    const before = tokens[at - 1]
    if (token?.kind === 'string') {
      const ends = before?.text === 'from' || (at === index + 1 && tokens[index]?.text === 'import')
      return ends ? { specifier: token.text, names } : undefined
    }
    if (before?.text === '}' && token?.text !== 'from') return undefined
    if (token?.kind === 'word') {
      if (before?.text === 'as' || ['from', 'as', 'type'].includes(token.text)) continue
      // A clause has no two names side by side; `export const a` and its like do.
      if (before?.kind === 'word' && names.includes(before.text)) return undefined
      names.push(token.text)
    } else if (!['{', '}', ',', '*'].includes(token?.text ?? '')) return undefined
  }
  return undefined
}
