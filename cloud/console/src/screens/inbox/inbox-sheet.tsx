import { OverPage } from '../../controls/over-page.js'
import { useInboxText } from '../../text/use-inbox-text.js'
import { useText } from '../../text/use-text.js'
import { InboxList } from './inbox-list.js'
import { MarkAllRead } from './mark-all-read.js'

/** Own notifications over any page. */
export default function InboxSheet({ onClose }: { onClose: () => void }) {
  const text = useInboxText()
  const { frame } = useText()
  return (
    <OverPage
      title={text.title}
      isOpen
      onClose={onClose}
      place="side"
      closeLabel={frame.close}
      beside={<MarkAllRead />}
    >
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <InboxList onLeave={onClose} />
      </div>
    </OverPage>
  )
}
