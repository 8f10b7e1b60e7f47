import { useNotifications } from '../../api/inbox.js'
import { Button } from '../../controls/button.js'
import { Centred, Loading } from '../../frame/page-states.js'
import { useSiteId } from '../../frame/use-site.js'
import { useInboxText } from '../../text/use-inbox-text.js'
import { useText } from '../../text/use-text.js'
import { NotificationRow } from './notification-row.js'
import { PauseNote } from './pause-note.js'

/** Own notifications, those that are not read first. @param onLeave called when somebody goes on to what one is about */
export function InboxList({ onLeave }: { onLeave?: () => void }) {
  const text = useInboxText()
  const { frame } = useText()
  const site = useSiteId()
  const unread = useNotifications(true, site)
  const read = useNotifications(false, site)
  const parts = [
    { name: text.unread, list: unread },
    { name: text.read, list: read },
  ]
  const failed = parts.filter(({ list }) => list.isError && !list.data)
  const isEmpty = parts.every(({ list }) => list.data?.pages[0]?.data.length === 0)
  if (failed.length > 0)
    return (
      <Centred sentence={text.failed}>
        <Button
          onClick={() => {
            for (const { list } of failed) void list.refetch()
          }}
        >
          {frame.tryAgain}
        </Button>
      </Centred>
    )
  if (parts.some(({ list }) => list.isPending)) return <Loading />
  return (
    <>
      <PauseNote />
      {isEmpty && <Centred sentence={text.empty} />}
      {parts.map(({ name, list }) => {
        const entries = list.data?.pages.flatMap((page) => page.data) ?? []
        return (
          entries.length > 0 && (
            <section key={name} aria-label={name} className="flex flex-col px-2 pb-2">
              <h2 className="px-3 pt-4 pb-1 text-xs font-strong text-ink-3">{name}</h2>
              <ul className="flex flex-col gap-1">
                {entries.map((entry) => (
                  <li key={entry.id}>
                    <NotificationRow entry={entry} onLeave={onLeave} />
                  </li>
                ))}
              </ul>
              {list.hasNextPage && (
                <Button
                  look="bare"
                  disabled={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                  className="mt-1"
                >
                  {list.isFetchNextPageError ? text.moreFailed : frame.more}
                </Button>
              )}
            </section>
          )
        )
      })}
    </>
  )
}
