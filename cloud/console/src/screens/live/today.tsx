import { useAlertsSince } from '../../api/alerts.js'
import { useSiteId } from '../../frame/use-site.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf, dayHere } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'

const minuteMs = 60_000

/** How many alerts there were today, and how many somebody took: the foot of "For you now". */
export function Today() {
  const text = useText().wall.now
  const language = useLanguage()
  const today = useAlertsSince(dayHere(useNow(minuteMs)), useSiteId()).data
  return (
    <p className="flex h-[40px] flex-none items-center gap-2 border-t border-line px-4 text-xs text-ink-3">
      <Icon name="clock" size={14} />
      {text.today}
      <span className="flex-1" />
      {today && text.alertsToday(countOf(today.total, language), countOf(today.taken, language))}
    </p>
  )
}
