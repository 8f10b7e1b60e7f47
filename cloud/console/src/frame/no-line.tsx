import { useEffect, useState } from 'react'
import { Icon } from '../icons/icon.js'
import { useLanguage, useText } from '../text/use-text.js'
import { clockTime } from '../time/format.js'
import { asServiceTime } from '../time/service-clock.js'

/** A break this short is not worth a word, ms. */
const shortMs = 5_000

/** Says that what is shown is from before, while there is no line to the service. */
export function NoLine({ since }: { since: number | null }) {
  const text = useText().frame
  const language = useLanguage()
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    setSaid(false)
    if (since === null) return
    // Not longer, though a clock be set back meanwhile.
    const timer = setTimeout(
      () => setSaid(true),
      Math.min(shortMs, Math.max(0, since + shortMs - Date.now())),
    )
    return () => clearTimeout(timer)
  }, [since])
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div role="status">
      {isSaid && since !== null && (
        <p className="flex items-center gap-2 bg-warn-soft px-5 py-2 text-warn max-wide:px-4">
          <Icon name="no-line" size={16} />
          {text.noLine(clockTime(new Date(asServiceTime(since)), { language, zone }))}
        </p>
      )}
    </div>
  )
}
