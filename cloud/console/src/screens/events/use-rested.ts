import { useEffect, useState } from 'react'

const restMs = 300

/** Whether somebody stays at an event: who runs through the list asks for its clip alone. */
export function useRested(): boolean {
  const [hasRested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  return hasRested
}
