import { createContext, useContext, useEffect } from 'react'

/** Why a dialog stays open. */
export interface Held {
  readonly why: string
  /** A button that closes it all the same, where what is in it has none of its own. */
  readonly leave: string | null
}

/** Given by a dialog to what is in it. Outside of one nothing is held. */
export const HoldOpen = createContext<(held: Held | null) => void>(() => {})

/**
 * Keeps the dialog around open while something is in it that is shown only once: Escape, a press beside it and its cross say why
 * in place of closing it. @param why null: it may close
 */
export function useHoldOpen(why: string | null, leave: string | null = null): void {
  const hold = useContext(HoldOpen)
  useEffect(() => {
    hold(why === null ? null : { why, leave })
    return () => hold(null)
  }, [hold, why, leave])
}
