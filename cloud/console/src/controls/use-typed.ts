import { useState } from 'react'

interface Typed {
  readonly words: string
  /** What was kept when this was drawn last. */
  readonly kept: string
  /** What was typed and has not come back yet, the oldest first. */
  readonly underWay: readonly string[]
}

/**
 * The words of a field that are kept elsewhere, as in the address, where they arrive a while later: what is typed stands in the
 * field at once, and what was typed before it takes nothing of it away when it arrives. Other words than those were not typed here,
 * and take its place.
 *
 * @returns what stands in the field, and what notes that something is typed
 */
export function useTyped(kept: string): readonly [words: string, type: (words: string) => void] {
  const [typed, setTyped] = useState<Typed>({ words: kept, kept, underWay: [] })
  if (typed.kept !== kept) setTyped(arrived(typed, kept))
  return [
    typed.words,
    (words) => setTyped((before) => ({ ...before, words, underWay: [...before.underWay, words] })),
  ]
}

function arrived({ words, underWay }: Typed, kept: string): Typed {
  const at = underWay.indexOf(kept)
  return at < 0 ? { words: kept, kept, underWay: [] } : { words, kept, underWay: underWay.slice(at + 1) }
}
