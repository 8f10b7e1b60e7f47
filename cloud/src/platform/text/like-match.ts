/**
 * SQL LIKE as PostgreSQL reads it (`%` any run, `_` one character, `\` takes the next one literally). All positions of the
 * pattern that the text may have come to are kept as bits and moved on together, 32 at a time: so the time is that of the
 * text's length times a 32nd of the pattern's at worst, and nothing that people or cameras write makes it longer.
 */
export function likeMatches(pattern: string, text: string): boolean {
  const { words, stays, takesAny, takes, end } = positionsOf(pattern)
  let at = new Uint32Array(words)
  let next = new Uint32Array(words)
  at[0] = 1
  for (const character of text) {
    const taken = takes.get(character) ?? takesAny
    let carry = 0
    let alive = 0
    for (let word = 0; word < words; word += 1) {
      const here = at[word] ?? 0
      const moved = here & (taken[word] ?? 0)
      const now = ((moved << 1) | carry | (here & (stays[word] ?? 0))) >>> 0
      carry = moved >>> 31
      next[word] = now
      alive |= now
    }
    if (alive === 0) return false
    ;[at, next] = [next, at]
  }
  return (((at[end >>> 5] ?? 0) >>> (end & 31)) & 1) === 1
}

/** The positions of a pattern as bits: bit n is set where n of its characters are behind. */
interface Positions {
  /** How many numbers of 32 bits hold them. */
  readonly words: number
  /** Positions at which any character may pass: there is a `%`. */
  readonly stays: Uint32Array
  /** Positions whose next is a `_`. */
  readonly takesAny: Uint32Array
  /** Positions whose next takes the character: it, or a `_`. */
  readonly takes: ReadonlyMap<string, Uint32Array>
  /** The position behind all. */
  readonly end: number
}

const anyOne = Symbol('_')

function positionsOf(pattern: string): Positions {
  const known = kept.get(pattern)
  if (known) return known
  const made = worked(pattern)
  if (kept.size >= mostKept) kept.clear()
  kept.set(pattern, made)
  return made
}

/** Rules hold their few patterns against every event. */
const mostKept = 2_000
const kept = new Map<string, Positions>()

function worked(pattern: string): Positions {
  const nexts: (string | typeof anyOne)[] = []
  const staying: number[] = []
  const characters = Array.from(pattern)
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index]
    if (character === '%') staying.push(nexts.length)
    else if (character === '_') nexts.push(anyOne)
    else if (character === '\\') nexts.push(characters[++index] ?? '\\')
    else if (character !== undefined) nexts.push(character)
  }
  const end = nexts.length
  const words = (end >>> 5) + 1
  const bits = (places: readonly number[], base = new Uint32Array(words)) => {
    const set = Uint32Array.from(base)
    for (const place of places) set[place >>> 5] = (set[place >>> 5] ?? 0) | (1 << (place & 31))
    return set
  }
  const takesAny = bits(nexts.flatMap((next, place) => (next === anyOne ? [place] : [])))
  const takes = new Map<string, Uint32Array>()
  for (const wanted of new Set(nexts)) {
    if (wanted === anyOne) continue
    const places = nexts.flatMap((next, place) => (next === wanted ? [place] : []))
    takes.set(wanted, bits(places, takesAny))
  }
  return { words, stays: bits(staying), takesAny, takes, end }
}
