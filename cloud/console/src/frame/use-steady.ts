import { useCallback, useEffect, useRef } from 'react'

/**
 * A function that is the same from one drawing to the next and does what the newest does: what is handed it need not be drawn
 * anew. For what people do, not for drawing.
 */
export function useSteady<Given extends readonly unknown[]>(
  newest: (...given: Given) => void,
): (...given: Given) => void {
  const held = useRef(newest)
  useEffect(() => {
    held.current = newest
  })
  return useCallback((...given) => held.current(...given), [])
}
