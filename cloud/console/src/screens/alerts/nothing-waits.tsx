import { lazy } from 'react'
import { useAlertsSince } from '../../api/alerts.js'
import { Part } from '../../frame/part.js'
import { useSiteId } from '../../frame/use-site.js'
import { Icon } from '../../icons/icon.js'
import { useText } from '../../text/use-text.js'
import { dayHere } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'
import { type AlertsSearch, isFiltered } from './alert-search.js'

const FirstRule = lazy(() => import('../../frame/first-rule.js'))

const minuteMs = 60_000

/** Says that nothing waits, and how much there was today. */
export function NothingWaits({ search }: { search: AlertsSearch }) {
  const text = useText().alerts
  const site = useSiteId()
  const today = dayHere(useNow(minuteMs))
  const count = useAlertsSince(today, site).data?.total ?? 0
  if (isFiltered(search)) return <p className="px-3 py-4 text-md text-ink-2">{text.noneLike}</p>
  return (
    <div className="flex flex-col gap-1 px-3 py-4 text-md text-ink-2">
      <p className="flex items-center gap-2">
        <span className="text-ok">
          <Icon name="check" />
        </span>
        {count === 0 ? text.nothingNew : text.nothingNewOf(count)}
      </p>
      {count === 0 && (
        <Part>
          <FirstRule />
        </Part>
      )}
    </div>
  )
}
