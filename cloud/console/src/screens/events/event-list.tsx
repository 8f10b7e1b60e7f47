import { useEffect, useMemo, useRef, useState } from 'react'
import { useAlertedEvents } from '../../api/alerts.js'
import type { EventItem } from '../../api/events.js'
import { useZoneOf } from '../../api/sites.js'
import { eventTitle } from '../../events/event-title.js'
import { useMedia } from '../../frame/use-media.js'
import { useRows } from '../../frame/use-rows.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { byHour, topsOf } from './by-hour.js'
import { EventRow } from './event-row.js'
import { HourRow } from './hour-row.js'
import { useListZone } from './use-list-zone.js'

interface EventListProps {
  readonly events: readonly EventItem[]
  /** New ones that wait to be let in. */
  readonly waiting: readonly string[]
  readonly onLetIn: (ids: readonly string[]) => void
  readonly chosen: string | null
  readonly onChoose: ((id: string) => void) | null
  /** What is chosen for several at once; null: nothing is being chosen. */
  readonly marked: ReadonlySet<string> | null
  readonly onMark: (event: EventItem) => void
  /** Called when the end of what is there comes near. */
  readonly onNearEnd: () => void
}

/** Heights of rows, px; on phones the time stands below the words. */
const heights = { desk: { event: 86, hour: 30 }, phone: { event: 108, hour: 30 } } as const
/** Rows before the end at which the next page is asked for. */
const nearEnd = 10

/** Events of which only those in view are in the page: there may be a hundred thousand. */
export function EventList(list: EventListProps) {
  const { events, waiting, onLetIn, chosen, onChoose, marked, onMark, onNearEnd } = list
  const text = useText().events
  const language = useLanguage()
  const listZone = useListZone()
  const zoneOf = useZoneOf()
  const alerted = useAlertedEvents()
  const scroller = useRef<HTMLDivElement>(null)
  const place = useMedia('(min-width: 60rem)') ? 'desk' : 'phone'
  const rows = useMemo(() => byHour(events, listZone), [events, listZone])
  const tops = useMemo(() => topsOf(rows, heights[place]), [rows, place])
  const { first, end, bring } = useRows({ count: rows.length, height: tops, scroller })
  const isAtTop = useAtTop(scroller)
  useEffect(() => {
    if (end >= rows.length - nearEnd) onNearEnd()
  }, [end, rows.length, onNearEnd])

  // New ones stand above: who is at the top sees them come, nobody else is moved.
  useEffect(() => {
    if (waiting.length > 0 && isAtTop) onLetIn(waiting)
  }, [waiting, isAtTop, onLetIn])

  const at = rows.findIndex((row) => row.kind === 'event' && row.event.id === chosen)
  const now = useRef(at)
  useEffect(() => {
    now.current = at
  })
  const isThere = at >= 0
  useEffect(() => {
    // When it was chosen, and not when others come before it.
    if (isThere) bring(now.current)
  }, [chosen, isThere, bring])

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {waiting.length > 0 && !isAtTop && (
        <button
          type="button"
          data-waiting=""
          onClick={() => {
            onLetIn(waiting)
            scroller.current?.scrollTo({ top: 0 })
          }}
          className="absolute top-2 left-1/2 z-10 h-control -translate-x-1/2 rounded-full border border-accent bg-accent-soft px-4 font-strong text-ink shadow-2 max-wide:h-[44px]"
        >
          {text.waiting(countOf(waiting.length, language))}
        </button>
      )}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-[14px] pb-4 max-wide:px-2">
        <ul aria-label={text.list} className="relative" style={{ height: tops.at(-1) }}>
          {rows.slice(first, end).map((row, nth) => {
            const top = tops[first + nth] ?? 0
            const style = {
              transform: `translateY(${top}px)`,
              height: (tops[first + nth + 1] ?? top) - top,
            }
            return (
              <li
                key={row.kind === 'hour' ? row.key : row.event.id}
                className="absolute inset-x-0 top-0"
                style={style}
              >
                {row.kind === 'hour' ? (
                  <HourRow day={row.day} hour={row.hour} zone={listZone} />
                ) : (
                  <div className="flex items-center">
                    {marked && (
                      <label className="grid size-[36px] flex-none place-items-center max-wide:size-[44px]">
                        <input
                          type="checkbox"
                          aria-label={eventTitle(text, row.event)}
                          checked={marked.has(row.event.id)}
                          onChange={() => onMark(row.event)}
                          className="size-5 accent-(--accent)"
                        />
                      </label>
                    )}
                    <div className="min-w-0 flex-1">
                      <EventRow
                        event={row.event}
                        zone={zoneOf(row.event.camera_id)}
                        isChosen={row.event.id === chosen}
                        isAlert={alerted.has(row.event.id)}
                        onChoose={onChoose && (() => onChoose(row.event.id))}
                      />
                    </div>
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

/** Whether somebody is at the beginning of what scrolls. */
function useAtTop(scroller: React.RefObject<HTMLElement | null>): boolean {
  const [isAtTop, setAtTop] = useState(true)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = (): void => setAtTop(element.scrollTop < 1)
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [scroller])
  return isAtTop
}
