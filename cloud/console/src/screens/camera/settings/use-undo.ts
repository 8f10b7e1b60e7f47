import { useState } from 'react'

/** More than this is not taken back. */
const most = 50

/** Values that stood before, the newest last; a step is what somebody would call one. */
export function useUndo<Value>(put: (value: Value) => void) {
  const [before, setBefore] = useState<readonly Value[]>([])
  return {
    canUndo: before.length > 0,
    remember: (value: Value) => setBefore((known) => [...known, value].slice(-most)),
    undo: () => {
      const last = before.at(-1)
      if (last === undefined) return
      setBefore(before.slice(0, -1))
      put(last)
    },
    forget: () => setBefore([]),
  }
}
