import { Link } from '@tanstack/react-router'
import { useZoneOfSite } from '../../api/sites.js'
import { Button } from '../../controls/button.js'
import { alertTitle } from '../../events/alert-title.js'
import { NoBigDeal } from '../../events/no-big-deal.js'
import { asSeverity, SeverityBadge } from '../../events/severity-badge.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'
import { AlertPicture, whereOf } from './alert-row.js'
import type { AlertsSearch } from './alert-search.js'
import type { AlertGroup } from './group-alerts.js'

interface AlertCardProps {
  readonly group: AlertGroup
  readonly search: AlertsSearch
  /** Null: this person may not. */
  readonly onTake: (() => void) | null
  readonly onResolve: (() => void) | null
}

/** On a phone what waits first: large, and answered without opening it. */
export function AlertCard({ group: { newest: alert, alerts }, search, onTake, onResolve }: AlertCardProps) {
  const text = useText()
  const words = text.alerts
  const zone = useZoneOfSite()(alert.site_id)
  const severity = asSeverity(alert.severity)
  return (
    <article className="overflow-hidden rounded-4 border border-line-strong bg-surface">
      <Link
        to="/alerts/$id"
        params={{ id: alert.id }}
        search={(before) => ({ ...before, ...search })}
        className="block"
      >
        <AlertPicture alert={alert} large />
        <span className="flex flex-col gap-[7px] px-[14px] pt-3">
          <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
            {severity && <SeverityBadge severity={severity} />}
            <span className="min-w-0 truncate">
              {[whereOf(alert), alert.rule_name].filter(Boolean).join(' · ')}
            </span>
            {alerts.length > 1 && <span className="text-ink-2">{words.several(alerts.length)}</span>}
            <Moment at={alert.fired_at} zone={zone} className="ml-auto" />
          </span>
          <span className="line-clamp-3 text-lg font-title">{alertTitle(text, alert)}</span>
        </span>
      </Link>
      {onTake && onResolve ? (
        <div className="grid auto-cols-fr grid-flow-col gap-2 p-[14px]">
          <Button look="main" onClick={onTake} className="min-h-[44px] px-1">
            {words.take}
          </Button>
          <Button onClick={onResolve} className="min-h-[44px] px-1">
            {words.resolve}
          </Button>
          {alert.event_id !== null && <NoBigDeal eventId={alert.event_id} className="min-h-[44px] px-1" />}
        </div>
      ) : (
        <div className="h-[14px]" />
      )}
    </article>
  )
}
