import { lazy, Suspense, useState } from 'react'
import type { Event } from '../../api/events.js'
import { Button, IconButton } from '../../controls/button.js'
import type { AlertsOfEvent } from '../../events/use-alerts-of-event.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useEventText } from '../../text/use-event-text.js'
import { useEventDeedsText } from './use-event-deeds-text.js'

const DeleteEvent = lazy(async () => ({ default: (await import('./delete-event.js')).DeleteEvent }))

interface EventDeedsProps {
  readonly event: Event
  readonly alerts: AlertsOfEvent
  /** Null: nothing is left to be taken. */
  readonly onTake: (() => void) | null
  readonly onMakeNew: () => void
  readonly onNote: () => void
}

/** What can be done about an event, at the foot: taking and resolving its alerts or it itself, a note, deleting it. */
export function EventDeeds({ event, alerts, onTake, onMakeNew, onNote }: EventDeedsProps) {
  const text = useEventText()
  const deeds = useEventDeedsText()
  const mayDelete = mayAs(useUser().role, 'admin')
  const [isDeleting, setDeleting] = useState(false)
  const large = 'max-wide:h-[48px] max-wide:text-md'
  return (
    <footer className="sticky bottom-0 z-10 flex flex-none gap-2 border-t border-line bg-bg p-3">
      {onTake && (
        <Button
          look={alerts.untaken > 0 ? 'main' : 'plain'}
          hint="A"
          onClick={onTake}
          className={`flex-1 ${large}`}
        >
          {text.take}
        </Button>
      )}
      {alerts.total === 0 && event.acknowledged && (
        <Button onClick={onMakeNew} className={large}>
          {deeds.makeNew}
        </Button>
      )}
      {alerts.unresolved > 0 && (
        <Button hint="E" onClick={alerts.resolve} className={large}>
          {text.resolve}
        </Button>
      )}
      <Button hint="T" onClick={onNote} className={large}>
        {text.note}
      </Button>
      {mayDelete && (
        <IconButton
          look="plain"
          icon="trash"
          label={deeds.delete}
          aria-haspopup="dialog"
          onClick={() => setDeleting(true)}
          className="ml-auto max-wide:size-[44px]"
        />
      )}
      <Suspense>{isDeleting && <DeleteEvent event={event} onClose={() => setDeleting(false)} />}</Suspense>
    </footer>
  )
}
