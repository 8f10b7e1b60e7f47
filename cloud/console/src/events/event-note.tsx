import { type RefObject, useEffect, useId, useState } from 'react'
import { useChangeEvent } from '../api/change-event.js'
import type { Event } from '../api/events.js'
import { Button } from '../controls/button.js'
import { Note } from '../controls/note.js'
import { mayAs } from '../session/session-user.js'
import { useUser } from '../session/use-session.js'
import { useEventText } from '../text/use-event-text.js'

const mostCharacters = 2000

/** What people note at an event. What is typed stays until it is kept. */
export function EventNote({ event, field }: { event: Event; field: RefObject<HTMLTextAreaElement | null> }) {
  const text = useEventText()
  const { role } = useUser()
  const id = useId()
  const change = useChangeEvent(event.id)
  const [draft, setDraft] = useDraft(event.id)
  const kept = event.notes ?? ''
  if (!mayAs(role, 'operator'))
    return kept === '' ? null : <p className="text-md whitespace-pre-wrap">{kept}</p>
  const save = () => {
    // Somebody may type on while it is kept.
    if (draft !== null)
      change.mutate({ notes: draft }, { onSuccess: () => setDraft((now) => (now === draft ? null : now)) })
  }
  return (
    <section className="flex flex-col gap-2">
      <label htmlFor={id} className="font-strong text-ink-2">
        {text.note}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        maxLength={mostCharacters}
        placeholder={text.notePlaceholder}
        value={draft ?? kept}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && save()}
        className="rounded-2 border border-control-line bg-bg p-[10px] text-md max-wide:text-lg"
      />
      {change.isError && <Note tone="alarm">{text.noteFailed}</Note>}
      {draft !== null && draft !== kept && (
        <Button onClick={save} disabled={change.isPending} className="self-start">
          {text.noteSave}
        </Button>
      )}
    </section>
  )
}

/** What was typed and not kept, by person and event: it is there again for who goes on to another event and comes back. */
const drafts = new Map<string, string>()

function useDraft(eventId: string) {
  const { id: self } = useUser()
  const key = `${self} ${eventId}`
  const [draft, setDraft] = useState<string | null>(() => drafts.get(key) ?? null)
  useEffect(() => {
    if (draft === null) drafts.delete(key)
    else drafts.set(key, draft)
  }, [key, draft])
  return [draft, setDraft] as const
}
