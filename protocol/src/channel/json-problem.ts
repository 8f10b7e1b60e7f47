import { channelLimits } from './envelope.js'

/** NUL, which PostgreSQL's text cannot hold, or half of a surrogate pair, which UTF-8 cannot. */
const unstorable = /\0|\p{Surrogate}/u

/**
 * Why a parsed JSON value cannot be stored or written again, or null: NUL or a lone surrogate in a text or a
 * key, or more levels than `channelLimits.depth`. Numbers are left to the schemas.
 */
export function jsonProblem(value: unknown, levelsLeft: number = channelLimits.depth): string | null {
  if (typeof value === 'string') return unstorable.test(value) ? 'holds NUL or half a surrogate pair' : null
  if (typeof value !== 'object' || value === null) return null
  if (levelsLeft === 0) return `nested deeper than ${channelLimits.depth} levels`
  for (const [key, child] of Object.entries(value)) {
    const problem = jsonProblem(key) ?? jsonProblem(child, levelsLeft - 1)
    if (problem !== null) return problem
  }
  return null
}
