import type { AlertStatus } from '../../api/alerts.js'
import { Button } from '../../controls/button.js'
import { useText } from '../../text/use-text.js'
import { AlertCard } from './alert-card.js'
import { AlertRow } from './alert-row.js'
import type { AlertsSearch } from './alert-search.js'
import type { AlertGroup } from './group-alerts.js'
import { NothingWaits } from './nothing-waits.js'
import { SwipeRow } from './swipe-row.js'
import type { Heap } from './use-heaps.js'

interface AlertsListProps {
  readonly heaps: readonly Heap[]
  readonly search: AlertsSearch
  /** The alert that is shown beside the list. */
  readonly chosen: string | undefined
  /** Fingers, and what waits first large. */
  readonly isPhone: boolean
  /** What is chosen for several at once, by the id of the newest of a group; null: nothing is being chosen. */
  readonly marked: ReadonlySet<string> | null
  readonly onMark: (group: AlertGroup) => void
  /** Null: this person may not. */
  readonly onChange: ((group: AlertGroup, status: AlertStatus) => void) | null
}

/** The heaps under each other, with what nobody took at the top. */
export function AlertsList({ heaps, ...list }: AlertsListProps) {
  const text = useText().alerts
  const isAlone = heaps.length === 1
  return (
    <section
      aria-label={text.list}
      className="flex min-h-0 flex-col gap-1 overflow-y-auto p-2 max-wide:flex-1 max-wide:px-3 wide:w-[440px] wide:flex-none wide:border-r wide:border-line"
    >
      {heaps.map((heap) => (
        <section key={heap.status} className="flex flex-none flex-col">
          {!isAlone && heap.status !== 'new' && heap.groups.length > 0 && (
            <h2 className="px-3 pt-4 pb-[6px] text-xs font-strong text-ink-3">{text.heaps[heap.status]}</h2>
          )}
          {heap.status === 'new' && heap.query.data && heap.groups.length === 0 && !isAlone && (
            <NothingWaits search={list.search} />
          )}
          <HeapRows heap={heap} {...list} />
        </section>
      ))}
    </section>
  )
}

function HeapRows({ heap, isPhone, ...list }: Omit<AlertsListProps, 'heaps'> & { heap: Heap }) {
  const { alerts: text, frame } = useText()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = heap.query
  const { search, marked, chosen, onMark, onChange } = list
  return (
    <>
      <ul aria-label={text.listOf[heap.status]} className="flex flex-col gap-1 max-wide:gap-2">
        {heap.groups.map((group, place) => {
          const { id } = group.newest
          const isNew = group.newest.status === 'new'
          const isCard = isPhone && marked === null && heap.status === 'new' && place === 0 && isNew
          const change = onChange && ((status: AlertStatus) => onChange(group, status))
          return (
            <li key={id} className="flex items-center gap-1">
              {marked && (
                <input
                  type="checkbox"
                  aria-label={text.mark}
                  checked={marked.has(id)}
                  onChange={() => onMark(group)}
                  className="m-[6px] size-5 flex-none accent-(--accent)"
                />
              )}
              <div className="min-w-0 flex-1">
                <SwipeRow
                  onSwipe={
                    change && isPhone && isNew
                      ? (swipe) => change(swipe === 'take' ? 'acknowledged' : 'resolved')
                      : null
                  }
                >
                  {isCard ? (
                    <AlertCard
                      group={group}
                      search={search}
                      onTake={change && (() => change('acknowledged'))}
                      onResolve={change && (() => change('resolved'))}
                    />
                  ) : (
                    <AlertRow
                      group={group}
                      isChosen={group.alerts.some((one) => one.id === chosen)}
                      search={search}
                    />
                  )}
                </SwipeRow>
              </div>
            </li>
          )
        })}
      </ul>
      {hasNextPage && (
        <Button
          look="bare"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          className="mt-2 flex-none"
        >
          {isFetchNextPageError ? text.moreFailed : frame.more}
        </Button>
      )}
    </>
  )
}
