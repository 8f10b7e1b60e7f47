import { Link } from '@tanstack/react-router'
import { useAlerts } from '../../api/alerts.js'
import { useZoneOfSite } from '../../api/sites.js'
import { Button } from '../../controls/button.js'
import { alertTitle } from '../../events/alert-title.js'
import { useInboxText } from '../../text/use-inbox-text.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'

/** The alerts that one notification tells of. */
export function ToldAlerts({ group, onLeave }: { group: string; onLeave: (() => void) | undefined }) {
  const text = useText()
  const inbox = useInboxText()
  const zoneOf = useZoneOfSite()
  const { data, isError, refetch, hasNextPage, fetchNextPage } = useAlerts(null, { group })
  const alerts = data?.pages.flatMap((page) => page.data) ?? []
  if (isError && !data)
    return (
      <p className="flex items-center gap-2 pl-5 text-ink-3">
        {text.alerts.failed}
        <Button small look="bare" onClick={() => void refetch()}>
          {text.frame.tryAgain}
        </Button>
      </p>
    )
  return (
    <ul aria-label={inbox.alerts(alerts.length)} className="flex flex-col pt-1 pl-5">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <Link
            to="/alerts/$id"
            params={{ id: alert.id }}
            onClick={onLeave}
            className="flex min-h-control items-center gap-3 rounded-2 px-2 hover:bg-surface-3"
          >
            <span className="min-w-0 flex-1 truncate">{alertTitle(text, alert)}</span>
            <span className="flex-none text-xs text-ink-3">{text.alerts.heaps[alert.status]}</span>
            <Moment
              at={alert.triggered_at ?? alert.fired_at}
              zone={zoneOf(alert.site_id)}
              className="flex-none text-xs text-ink-3"
            />
          </Link>
        </li>
      ))}
      {hasNextPage && (
        <Button small look="bare" onClick={() => void fetchNextPage()} className="self-start">
          {text.frame.more}
        </Button>
      )}
    </ul>
  )
}
