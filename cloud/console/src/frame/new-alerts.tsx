import { useNewAlerts } from '../api/alerts.js'
import { useLanguage, useText } from '../text/use-text.js'
import { shortCount } from './short-count.js'
import { useSiteId } from './use-site.js'

/** How many alerts nobody took: beside the name, or at the corner of the drawing. */
export function NewAlerts({ small }: { small: boolean }) {
  const text = useText().frame
  const language = useLanguage()
  const count = useNewAlerts(useSiteId()).data ?? 0
  if (count === 0) return null
  const said = shortCount(count, language)
  const place = small
    ? 'absolute top-[3px] left-1/2 ml-[2px] min-w-4 px-1 text-2xs leading-4'
    : 'ml-auto px-[7px] py-px text-xs'
  return (
    <span
      aria-label={text.newAlerts(said)}
      role="img"
      className={`rounded-full bg-alarm-fill text-center font-title text-white ${place}`}
    >
      {said}
    </span>
  )
}
