import { useState } from 'react'

/** What is chosen of a list, for several at once. */
export interface Marked<T> {
  /** Null while nothing is being chosen. */
  readonly ids: ReadonlySet<string> | null
  /** Those that are chosen and still there. */
  readonly things: readonly T[]
  readonly begin: () => void
  readonly end: () => void
  /** Chooses all that are there now. */
  readonly all: () => void
  readonly toggle: (thing: T) => void
}

/** @param idOf what names one of them for as long as it is listed */
export function useMarked<T>(things: readonly T[], idOf: (thing: T) => string): Marked<T> {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  return {
    ids,
    things: things.filter((thing) => ids?.has(idOf(thing))),
    begin: () => setIds(new Set()),
    end: () => setIds(null),
    all: () => setIds(new Set(things.map(idOf))),
    toggle: (thing) =>
      setIds((before) => {
        const after = new Set(before)
        if (!after.delete(idOf(thing))) after.add(idOf(thing))
        return after
      }),
  }
}
