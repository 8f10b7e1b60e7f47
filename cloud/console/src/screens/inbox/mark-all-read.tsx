import { useMarkAllRead, useUnread } from '../../api/inbox.js'
import { Button } from '../../controls/button.js'
import { useInboxText } from '../../text/use-inbox-text.js'

/** Marks all that is not read; not there where nothing is. */
export function MarkAllRead() {
  const text = useInboxText()
  const unread = useUnread().data ?? 0
  const mark = useMarkAllRead()
  if (unread === 0) return null
  return (
    <Button small disabled={mark.isPending} onClick={() => mark.mutate()}>
      {text.markAllRead}
    </Button>
  )
}
