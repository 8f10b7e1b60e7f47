import { PageBar } from '../../frame/page-bar.js'
import { useInboxText } from '../../text/use-inbox-text.js'
import { InboxList } from './inbox-list.js'
import { MarkAllRead } from './mark-all-read.js'

/** Own notifications as a page. */
export function InboxPage() {
  const text = useInboxText()
  return (
    <>
      <PageBar title={text.title}>
        <MarkAllRead />
      </PageBar>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex min-h-full max-w-[720px] flex-col">
          <InboxList />
        </div>
      </div>
    </>
  )
}
