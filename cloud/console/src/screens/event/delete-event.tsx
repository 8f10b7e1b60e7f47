import { useNavigate } from '@tanstack/react-router'
import { useDeleteEvent } from '../../api/delete-event.js'
import type { Event } from '../../api/events.js'
import { useShares } from '../../api/shares.js'
import { Button } from '../../controls/button.js'
import { Dialog } from '../../controls/dialog.js'
import { Note } from '../../controls/note.js'
import { lastActions } from '../../frame/last-actions.js'
import { useText } from '../../text/use-text.js'
import { useEventDeedsText } from './use-event-deeds-text.js'

/** Asks before an event is deleted, and says what goes with it, what stays, and who wanted it kept. */
export function DeleteEvent({ event, onClose }: { event: Event; onClose: () => void }) {
  const text = useEventDeedsText()
  const { frame } = useText()
  const navigate = useNavigate()
  const remove = useDeleteEvent(event.id)
  const links = useShares(event.id).data?.pages.flatMap((page) => page.data) ?? []
  const open = links.filter(({ status }) => status === 'active' || status === 'locked').length
  const confirm = (): void =>
    remove.mutate(undefined, {
      onSuccess: () => {
        lastActions.say(text.deleted)
        void navigate({ to: '/events' })
      },
    })
  return (
    <Dialog title={text.deleteTitle} closeLabel={frame.close} onClose={onClose}>
      <p className="text-ink-2">{text.deleteSays}</p>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-ink-2">
        {text.deleteDoes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {event.starred && <Note tone="warn">{text.starred}</Note>}
      {open > 0 && <Note tone="warn">{text.shared(open)}</Note>}
      {remove.isError && (
        <p role="alert" className="text-alarm">
          {text.notDeleted}
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
