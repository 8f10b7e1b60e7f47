import { useEffect, useState } from 'react'
import { serviceNow } from './service-clock.js'

/** The time by the clock of the service, again each `everyMs`. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date(serviceNow()))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date(serviceNow())), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
