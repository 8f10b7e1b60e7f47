import { Link } from '@tanstack/react-router'
import type { Alert } from '../../api/alerts.js'
import { useCameras } from '../../api/cameras.js'
import { useChangeAlert } from '../../api/change-alerts.js'
import { useEvent } from '../../api/events.js'
import { useZoneOf } from '../../api/sites.js'
import { Button, buttonClass } from '../../controls/button.js'
import { eventTitle } from '../../events/event-title.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'

/** The newest alert that nobody took: its picture, what it is, and the press that takes it. */
export function NewestAlert({ alert }: { alert: Alert }) {
  const { alerts, events, wall } = useText()
  const { role } = useUser()
  const event = useEvent(alert.event_id).data
  const camera = useCameras(null).data?.find(({ id }) => id === alert.camera_id)
  const zone = useZoneOf()(alert.camera_id ?? '')
  const change = useChangeAlert()
  return (
    <div className="mx-3 mb-2 flex flex-none flex-col gap-2 rounded-3 border border-line-strong bg-surface-2 p-2">
      {event && (
        <span className="on-picture block aspect-video w-full overflow-hidden rounded-1 bg-stage">
          {event.snapshot_url !== null && (
            <img src={event.snapshot_url} alt="" className="size-full object-contain" />
          )}
        </span>
      )}
      <p className="line-clamp-2 text-md font-strong">
        {event ? eventTitle(events, event) : alert.rule_name}
      </p>
      <p className="truncate text-xs text-ink-3">
        {camera && `${camera.name} · `}
        {alert.rule_name} · <Moment at={alert.fired_at} zone={zone} />
      </p>
      <div className="flex gap-2">
        {mayAs(role, 'operator') && (
          <Button
            look="main"
            hint="A"
            className="flex-1"
            onClick={() => change.mutate({ id: alert.id, status: 'acknowledged' })}
          >
            {alerts.take}
          </Button>
        )}
        <Link to="/alerts/$id" params={{ id: alert.id }} className={buttonClass({})}>
          {wall.now.open}
        </Link>
      </div>
      {change.isError && (
        <p role="alert" className="text-xs text-alarm">
          {alerts.changeFailed}
        </p>
      )}
    </div>
  )
}
