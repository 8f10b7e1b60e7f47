import { useEffect, useRef, useState } from 'react'
import { useAlerts, useNewAlerts } from '../api/alerts.js'
import { alertTitle } from '../events/alert-title.js'
import { useText } from '../text/use-text.js'
import { useSiteId } from './use-site.js'
import { useWaitingInTitle } from './use-title.js'

/** At most one sentence is read out in this time, ms. */
const quietMs = 10_000

/** Reads new alerts out, politely: one by what it is about, several by their number. Nothing is to be seen of it. */
export function AlertsSaid() {
  const text = useText()
  const site = useSiteId()
  const count = useNewAlerts(site).data
  const newest = useAlerts('new', { site: site ?? undefined }).data?.pages[0]?.data[0]
  useWaitingInTitle(count ?? 0)
  const known = useRef<number | null>(null)
  const [said, say] = useState('')
  const [mayAt, setMayAt] = useState(0)
  const sentence = newest ? alertTitle(text, newest) : ''
  useEffect(() => {
    if (count === undefined) return
    const more = known.current === null ? 0 : count - known.current
    if (more <= 0) {
      known.current = count
      return
    }
    const timer = setTimeout(
      () => {
        known.current = count
        setMayAt(performance.now() + quietMs)
        say(more === 1 ? text.frame.newAlert(sentence) : text.frame.newAlertsSaid(more))
      },
      Math.max(0, mayAt - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [count, sentence, mayAt, text])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
