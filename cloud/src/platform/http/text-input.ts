import { invalid } from '../errors.js'

const maxDepth = 32
const nul = '\u0000'
const loneSurrogate = /\p{Surrogate}/u

/**
 * Refuses what PostgreSQL cannot store and what no honest client sends: NUL, lone surrogates, nesting
 * beyond 32 levels.
 * @throws AppError invalid
 */
export function requirePlainInput(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes(nul)) throw invalid('text must not hold NUL characters')
    if (loneSurrogate.test(value)) throw invalid('text must be well-formed Unicode')
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth >= maxDepth) throw invalid(`JSON must not nest deeper than ${maxDepth} levels`)
  for (const [key, item] of Object.entries(value)) {
    requirePlainInput(key, depth + 1)
    requirePlainInput(item, depth + 1)
  }
}
