import { textsIn } from '../../frame/search.js'

/** What the address of the wall says besides the view. */
export interface LiveSearch {
  /** The camera that is shown large. */
  readonly large?: string
  /** The moment that all tiles show, RFC 3339; without it, now. */
  readonly at?: string
}

/** Reads it; a moment that is none is left out. */
export function readLiveSearch(search: Readonly<Record<string, unknown>>): LiveSearch {
  const { large, at } = textsIn(search, ['large', 'at'])
  const ms = Date.parse(at ?? '')
  return {
    ...(large !== undefined && { large }),
    ...(Number.isFinite(ms) && { at: new Date(ms).toISOString() }),
  }
}
