import { jsonProblem } from '@sightline/protocol'
import { invalid } from '../errors.js'

/**
 * Refuses what PostgreSQL cannot store and what no honest client sends: NUL, lone surrogates, nesting
 * beyond 32 levels.
 * @throws AppError invalid
 */
export function requirePlainInput(value: unknown): void {
  const flaw = jsonProblem(value)
  if (flaw !== null) throw invalid(`the request cannot be taken: ${flaw}`)
}
