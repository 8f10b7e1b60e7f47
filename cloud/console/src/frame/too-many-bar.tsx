import { useTooManyUntil } from '../api/too-many.js'
import { Icon } from '../icons/icon.js'
import { useText } from '../text/use-text.js'
import { asServiceTime } from '../time/service-clock.js'
import { useNow } from '../time/use-now.js'

/** Says that the service takes no more requests for now, and when it does again. */
export function TooManyBar() {
  const untilMs = useTooManyUntil()
  // Nothing ticks while nothing waits.
  return untilMs > Date.now() ? <Countdown untilMs={untilMs} /> : null
}

function Countdown({ untilMs }: { untilMs: number }) {
  const text = useText().frame
  const seconds = Math.ceil((asServiceTime(untilMs) - useNow(500).getTime()) / 1000)
  if (seconds <= 0) return null
  return (
    <p className="flex items-center gap-2 bg-warn-soft px-5 py-2 text-warn max-wide:px-4">
      <Icon name="warn" size={16} />
      {/* Read out once, not each second. */}
      <span role="status" className="sr-only">
        {text.tooMany}
      </span>
      <span aria-hidden="true">{text.tooManyFor(seconds)}</span>
    </p>
  )
}
