import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Alert } from '../../api/alerts.js'
import { useZoneOfSite } from '../../api/sites.js'
import { alertTitle } from '../../events/alert-title.js'
import { asSeverity, SeverityBadge } from '../../events/severity-badge.js'
import { Icon } from '../../icons/icon.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'
import type { AlertsSearch } from './alert-search.js'
import type { AlertGroup } from './group-alerts.js'

interface AlertRowProps {
  readonly group: AlertGroup
  readonly isChosen: boolean
  readonly search: AlertsSearch
}

const edges: Record<string, string> = {
  critical: 'bg-alarm',
  high: 'bg-alarm',
  medium: 'bg-warn',
}

/** An alert in its list, or several that were told of together: what happened, where, which rule told it, who took it. */
export function AlertRow({ group: { newest: alert, alerts }, isChosen, search }: AlertRowProps) {
  const text = useText()
  const words = text.alerts
  const zone = useZoneOfSite()(alert.site_id)
  const isNew = alert.status === 'new'
  const severity = asSeverity(alert.severity)
  return (
    <Link
      to="/alerts/$id"
      params={{ id: alert.id }}
      search={(before) => ({ ...before, ...search })}
      aria-current={isChosen}
      // The router names the link to this very page otherwise.
      data-chosen={isChosen ? '' : undefined}
      className="relative flex gap-3 rounded-3 border border-transparent p-[6px] pl-3 hover:bg-surface-2 data-chosen:border-accent data-chosen:bg-accent-soft"
    >
      {isNew && (
        <span
          role="img"
          aria-label={words.heaps.new}
          className={`absolute inset-y-3 left-[3px] w-[3px] rounded-full ${edges[alert.severity ?? ''] ?? 'bg-ink-3'}`}
        />
      )}
      <AlertPicture alert={alert} />
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-[3px]">
        <span className={`line-clamp-2 text-md ${isNew ? 'font-strong' : 'text-ink-2'}`}>
          {alertTitle(text, alert)}
        </span>
        <span className="flex items-center gap-2 text-xs text-ink-3">
          <span className="truncate">{[whereOf(alert), alert.rule_name].filter(Boolean).join(' · ')}</span>
          {alerts.length > 1 && (
            <span className="flex-none rounded-1 bg-surface-3 px-[7px] font-strong text-ink-2">
              {words.several(alerts.length)}
            </span>
          )}
          <Moment at={alert.fired_at} zone={zone} className="ml-auto flex-none" />
        </span>
        <RowFoot alert={alert} zone={zone}>
          {isNew && severity && (severity === 'critical' || severity === 'high') && (
            <SeverityBadge severity={severity} />
          )}
        </RowFoot>
      </span>
    </Link>
  )
}

/** Where it happened: the camera, else the gateway. */
export const whereOf = ({ camera_name: camera, gateway_name: gateway }: Alert): string =>
  camera ?? gateway ?? ''

/** Who took it, and when what was off line was back; nothing where there is nothing to say. */
function RowFoot({ alert, zone, children }: { alert: Alert; zone: string; children: ReactNode }) {
  const words = useText().alerts
  const by = alert.status === 'acknowledged' ? alert.acknowledged_by_name : null
  if (!by && !alert.recovered_at && !children) return null
  return (
    <span className="flex items-center gap-2 text-xs text-ink-3">
      {children}
      {by && <span className="truncate">{words.takenBy(by)}</span>}
      {alert.recovered_at && (
        <span className="truncate">
          {words.backSince} <Moment at={alert.recovered_at} zone={zone} />
        </span>
      )}
    </span>
  )
}

/** The picture of an alert, or a drawing where there is none. */
export function AlertPicture({ alert, large }: { alert: Alert; large?: boolean }) {
  const size = large ? 'aspect-video w-full' : 'h-[54px] w-[96px] flex-none rounded-1'
  const picture = alert.event?.snapshot_url
  const drawing = alert.event_id !== null ? 'alerts' : alert.gateway_id ? 'gateway' : 'no-picture'
  return (
    <span
      className={`grid place-items-center overflow-hidden ${size} ${picture ? 'on-picture bg-stage text-on-picture-2' : 'bg-surface-2 text-ink-3'}`}
    >
      {picture ? (
        <img src={picture} alt="" loading="lazy" className="size-full object-contain" />
      ) : (
        <Icon name={drawing} />
      )}
    </span>
  )
}
