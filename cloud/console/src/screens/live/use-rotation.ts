import { useEffect, useRef } from 'react'

/**
 * Goes on by itself while nothing holds it.
 * @param everySec null: it stays
 */
export function useRotation(everySec: number | null, isHeld: boolean, goOn: () => void): void {
  const next = useRef(goOn)
  useEffect(() => {
    next.current = goOn
  })
  useEffect(() => {
    if (everySec === null || isHeld) return
    const timer = setInterval(() => next.current(), everySec * 1000)
    return () => clearInterval(timer)
  }, [everySec, isHeld])
}
