import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { lazy, memo, useRef } from 'react'
import type { Alert } from '../../api/alerts.js'
import type { EventItem } from '../../api/events.js'
import { useZoneOf } from '../../api/sites.js'
import { eventTitle } from '../../events/event-title.js'
import { kindOf } from '../../events/kind.js'
import { KindMark } from '../../events/kind-mark.js'
import { Part } from '../../frame/part.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { Moment } from '../../time/moment.js'
import { NewestAlert } from './newest-alert.js'
import { Today } from './today.js'

interface NowRailProps {
  readonly events: readonly EventItem[]
  readonly isFailed: boolean
  readonly alerts: readonly Alert[]
  /** How many nobody took, also of those that are not listed. */
  readonly newCount: number
}

const FirstRule = lazy(() => import('../../frame/first-rule.js'))

const rowHeight = 66

/** What is for this person now: the newest alert that nobody took, then events as they come. */
export default memo(function NowRail({ events, isFailed, alerts, newCount }: NowRailProps) {
  const text = useText().wall.now
  const language = useLanguage()
  const [newest] = alerts
  return (
    <aside
      aria-labelledby="for-you-now"
      className="flex min-h-0 w-[324px] flex-none flex-col border-l border-line max-desk:hidden"
    >
      <div className="flex h-[44px] flex-none items-center justify-between px-4">
        <h2 id="for-you-now" className="text-md font-title">
          {text.title}
        </h2>
        {newCount > 0 && (
          <span className="rounded-1 bg-alarm-soft px-[7px] py-[2px] text-xs font-strong text-alarm">
            {text.news(countOf(newCount, language))}
          </span>
        )}
      </div>
      {newest ? (
        <NewestAlert alert={newest} />
      ) : (
        <div className="flex flex-col gap-1 px-4 pb-3 text-ink-3">
          <p>{text.nothing}</p>
          <Part>
            <FirstRule />
          </Part>
        </div>
      )}
      {isFailed && (
        <p role="alert" className="px-4 py-2 text-ink-2">
          {text.failed}
        </p>
      )}
      {events.length === 0 && !isFailed && <p className="px-4 py-2 text-ink-3">{text.noEvents}</p>}
      <Events events={events} label={text.events} />
      <Today />
    </aside>
  )
})

/** Only those in view are in the page. */
function Events({ events, label }: { events: readonly EventItem[]; label: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  const zoneOf = useZoneOf()
  const rows = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => events[at]?.id ?? at,
    overscan: 4,
  })
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const event = events[index]
          return (
            event && (
              <li
                key={key}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <NowRow event={event} zone={zoneOf(event.camera_id)} />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

function NowRow({ event, zone }: { event: EventItem; zone: string }) {
  const text = useText().events
  const picture = event.snapshot_url
  return (
    <Link
      to="/events/$id"
      params={{ id: event.id }}
      className="flex h-[66px] items-center gap-[10px] px-4 hover:bg-surface-2"
    >
      <span className="on-picture block h-[52px] w-[92px] flex-none overflow-hidden rounded-1 bg-stage">
        {picture !== null && <img src={picture} alt="" loading="lazy" className="size-full object-contain" />}
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-[2px]">
        <span className="line-clamp-2 text-xs font-strong">{eventTitle(text, event)}</span>
        <span className="flex items-center gap-[5px] text-xs text-ink-3">
          <KindMark kind={kindOf(event)} />
          <span className="truncate">{event.camera_name}</span>
        </span>
      </span>
      <Moment at={event.triggered_at} zone={zone} className="flex-none text-xs text-ink-3" />
    </Link>
  )
}
