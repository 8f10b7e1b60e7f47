import { useState } from 'react'
import type { Event } from '../../api/events.js'
import { Dialog } from '../../controls/dialog.js'
import { NewLink } from './new-link.js'
import { ShareForm } from './share-form.js'
import { ShareList } from './share-list.js'
import { useShareText } from './use-share-text.js'

/** Links by which somebody without an account sees an event: a new one, and those that exist. */
export function ShareDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const text = useShareText()
  const [link, setLink] = useState<string | null>(null)
  return (
    <Dialog title={text.title} closeLabel={text.close} onClose={onClose}>
      <p className="text-md text-ink-2">{text.about}</p>
      {link === null ? (
        <ShareForm eventId={event.id} onMade={setLink} />
      ) : (
        <NewLink link={link} onAnother={() => setLink(null)} />
      )}
      <ShareList event={event} />
    </Dialog>
  )
}
