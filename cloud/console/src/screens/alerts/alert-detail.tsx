import { Link } from '@tanstack/react-router'
import { lazy, useRef } from 'react'
import { type Alert, type AlertStatus, useAlert } from '../../api/alerts.js'
import { useCameras } from '../../api/cameras.js'
import { useChangeAlert } from '../../api/change-alerts.js'
import { useEvent } from '../../api/events.js'
import { isNotFound } from '../../api/queries.js'
import { useZoneOfSite } from '../../api/sites.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { alertTitle } from '../../events/alert-title.js'
import { EventNote } from '../../events/event-note.js'
import { eventTitle } from '../../events/event-title.js'
import { asSeverity, SeverityBadge } from '../../events/severity-badge.js'
import { useKeys } from '../../frame/keys.js'
import { Centred, Loading, Nothing } from '../../frame/page-states.js'
import { Part } from '../../frame/part.js'
import { LivePicture } from '../../pictures/live-picture.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'
import { AlertActions } from './alert-actions.js'
import { AlertHistory } from './alert-history.js'
import type { AlertsSearch } from './alert-search.js'

const EventStage = lazy(async () => ({
  default: (await import('../../events/event-stage.js')).EventStage,
}))

const AlertOutage = lazy(async () => ({ default: (await import('./alert-outage.js')).AlertOutage }))

/** Stands there until the clip does. */
const stage = 'aspect-video max-h-[58dvh] w-full wide:rounded-3'

interface AlertDetailProps {
  readonly id: string
  /** All that were told of together with it, itself among them. */
  readonly others: readonly Alert[]
  readonly search: AlertsSearch
}

/** One alert: its clip, what told it, what became of it so far, and what can be done. */
export function AlertDetail({ id, others, search }: AlertDetailProps) {
  const words = useText()
  const { alerts: text, frame, keys } = words
  const { data: alert, isPending, isError, error, refetch } = useAlert(id)
  const event = useEvent(alert?.event_id ?? null).data
  const camera = useCameras(null).data?.find((one) => one.id === alert?.camera_id)
  const zone = useZoneOfSite()(alert?.site_id)
  const change = useChangeAlert()
  const note = useRef<HTMLTextAreaElement>(null)
  useKeys({ t: { does: keys.note, act: () => note.current?.focus() } })

  if (isPending) return <Loading />
  if (isError && isNotFound(error)) return <Nothing />
  if (!alert)
    return (
      <Centred sentence={text.oneFailed}>
        <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
      </Centred>
    )
  const severity = asSeverity(alert.severity)
  const listed: Alert = others.find((one) => one.id === id) ?? { ...alert, camera_name: camera?.name ?? null }
  const title = event ? eventTitle(words.events, event) : alertTitle(words, listed)
  const become = (status: AlertStatus) => {
    if (alert.status !== status) change.mutate({ id, status })
  }
  return (
    <article className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto p-4 max-wide:p-0">
        {event && (
          <Part waiting={<div className={`${stage} bg-stage`} />}>
            <EventStage key={event.id} event={event} className={stage} />
          </Part>
        )}
        <div className="flex gap-6 pt-4 max-desk:flex-col max-wide:p-4">
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <div className="flex flex-wrap items-center gap-2 text-xs text-ink-3">
              <span
                className={`rounded-1 px-[7px] py-[2px] font-strong ${alert.status === 'new' ? 'bg-alarm-soft text-alarm' : 'bg-surface-3 text-ink-2'}`}
              >
                {text.heaps[alert.status]}
              </span>
              {severity && <SeverityBadge severity={severity} />}
              {camera && <span className="text-ink-2">{camera.name}</span>}
              <Moment at={alert.triggered_at} zone={zone} />
              {alert.late && <span>{text.late}</span>}
            </div>
            <h2 className="text-xl font-title">{title}</h2>
            {alert.event_id === null && (
              <Part>
                <AlertOutage alert={alert} />
              </Part>
            )}
            <p className="flex flex-wrap gap-x-2 text-md text-ink-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">{text.toldBy(alert.rule_name)}</span>
              {event && (
                <Link
                  to="/events/$id"
                  params={{ id: event.id }}
                  hash="rules"
                  className="text-accent underline-offset-2 hover:underline"
                >
                  {text.why}
                </Link>
              )}
            </p>
            {!listed.recovered_at && !title.includes(alert.description) && (
              <p className="text-md text-ink-2">{alert.description}</p>
            )}
            {others.length > 1 && <Others id={id} others={others} search={search} zone={zone} />}
          </div>
          {event && event.clip_status !== 'recording' && camera?.status === 'online' && (
            <figure className="on-picture relative aspect-video w-[200px] flex-none self-start overflow-hidden rounded-2 bg-stage max-wide:hidden">
              <LivePicture
                cameraId={camera.id}
                label={camera.name}
                stream="sub"
                mode="keys"
                className="absolute inset-0 [&>*]:size-full"
              />
              <figcaption className="absolute bottom-[6px] left-[6px] rounded-1 bg-scrim px-[6px] py-[2px] text-2xs text-on-picture">
                {text.now(camera.name)}
              </figcaption>
            </figure>
          )}
          <AlertHistory id={id} isNew={alert.status === 'new'} zone={zone} />
        </div>
        {event && (
          <div className="max-w-[720px] pt-5 max-wide:px-4 max-wide:pb-4">
            <EventNote key={event.id} event={event} field={note} />
          </div>
        )}
        {change.isError && (
          <div role="alert" className="pt-3 max-wide:px-4">
            <Note tone="alarm">{text.changeFailed}</Note>
          </div>
        )}
      </div>
      <AlertActions alert={alert} event={event} others={others} onBecome={become} />
    </article>
  )
}

function Others({ id, others, search, zone }: AlertDetailProps & { zone: string }) {
  const text = useText().alerts
  return (
    <nav
      aria-label={text.several(others.length)}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1"
    >
      <span className="text-xs text-ink-3">{text.several(others.length)}</span>
      {others.map((one) => (
        <Link
          key={one.id}
          to="/alerts/$id"
          params={{ id: one.id }}
          search={(before) => ({ ...before, ...search })}
          aria-current={one.id === id}
          data-chosen={one.id === id ? '' : undefined}
          className="flex min-h-(--target) items-center text-xs text-accent underline-offset-2 hover:underline data-chosen:font-strong data-chosen:text-ink"
        >
          <Moment at={one.triggered_at ?? one.fired_at} zone={zone} />
        </Link>
      ))}
    </nav>
  )
}
