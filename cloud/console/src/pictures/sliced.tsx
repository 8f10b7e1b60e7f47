import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { pageSlices } from './slices.js'

/** What stands in many places at once, drawn in a few of them for each picture of the page. */
export function Sliced({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  // At once, so that it counts to its slice.
  useEffect(() => pageSlices.add(() => flushSync(() => setDue(true))), [])
  return isDue ? children : null
}
