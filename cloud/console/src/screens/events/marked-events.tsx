import { useState } from 'react'
import { useAlerts } from '../../api/alerts.js'
import { useChangeAlerts } from '../../api/change-alerts.js'
import { useChangeEvents } from '../../api/change-events.js'
import type { EventItem } from '../../api/events.js'
import { Button } from '../../controls/button.js'
import { Dialog } from '../../controls/dialog.js'
import { Note } from '../../controls/note.js'
import { lastActions } from '../../frame/last-actions.js'
import { MarkedBar } from '../../frame/marked-bar.js'
import type { Marked } from '../../frame/use-marked.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { useMarkedEventsText } from './use-marked-events-text.js'

interface MarkedEventsProps {
  readonly marks: Marked<EventItem>
  readonly onDeleted: () => void
}

/** What can be done with the events that are chosen: taking them, and for admins deleting them. */
export function MarkedEvents({ marks, onDeleted }: MarkedEventsProps) {
  const { things: events, all, end } = marks
  const { alerts: words } = useText()
  const text = useMarkedEventsText()
  const mayDelete = mayAs(useUser().role, 'admin')
  const [isDeleting, setDeleting] = useState(false)
  const take = useTake()
  return (
    <>
      <MarkedBar label={text.chosenOnes} count={events.length} onAll={all} onEnd={end}>
        <Button
          small
          look="main"
          disabled={events.length === 0}
          onClick={() => {
            void take(events)
            end()
          }}
        >
          {words.take}
        </Button>
        {mayDelete && (
          <Button small look="danger" disabled={events.length === 0} onClick={() => setDeleting(true)}>
            {text.delete}
          </Button>
        )}
      </MarkedBar>
      {isDeleting && events.length > 0 && (
        <DeleteEvents events={events} onDeleted={onDeleted} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}

/** Takes events as their own page does: the alerts of those that have some, the others themselves. */
function useTake(): (events: readonly EventItem[]) => Promise<void> {
  const text = useMarkedEventsText()
  const waiting = useAlerts('new').data?.pages.flatMap((page) => page.data) ?? []
  const takeAlerts = useChangeAlerts()
  const takeEvents = useChangeEvents('take')
  return async (events) => {
    const chosen = new Set(events.map(({ id }) => id))
    const alerts = waiting.filter(({ event_id: event }) => event !== null && chosen.has(event))
    const alerted = new Set(alerts.map(({ event_id: event }) => event))
    const others = events.filter(({ id }) => !alerted.has(id))
    try {
      if (alerts.length > 0)
        await takeAlerts.mutateAsync({ ids: alerts.map(({ id }) => id), status: 'acknowledged' })
      if (others.length === 0) return
      const { done, takeBack } = await takeEvents.mutateAsync(others)
      lastActions.remember({ said: text.taken(done), takeBack })
    } catch {
      lastActions.say(text.failed)
    }
  }
}

interface DeleteEventsProps {
  readonly events: readonly EventItem[]
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Asks before events are deleted, and says what goes with them, what stays, and which somebody wanted kept. */
function DeleteEvents({ events, onDeleted, onClose }: DeleteEventsProps) {
  const text = useMarkedEventsText()
  const { frame } = useText()
  const remove = useChangeEvents('delete')
  const starred = events.filter((event) => event.starred).length
  const confirm = (): void =>
    remove.mutate(events, {
      onSuccess: ({ done }) => {
        lastActions.say(text.deleted(done))
        onDeleted()
      },
    })
  return (
    <Dialog title={text.deleteTitle(events.length)} closeLabel={frame.close} onClose={onClose}>
      <p className="text-ink-2">{text.deleteSays}</p>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-ink-2">
        {text.deleteDoes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {starred > 0 && <Note tone="warn">{text.starred(starred)}</Note>}
      {remove.isError && (
        <p role="alert" className="text-alarm">
          {text.failed}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{text.keep}</Button>
        <Button look="danger" disabled={remove.isPending} onClick={confirm}>
          {text.delete}
        </Button>
      </div>
    </Dialog>
  )
}
