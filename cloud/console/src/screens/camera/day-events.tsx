import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { KindMark } from '../../events/kind-mark.js'
import { Snapshot } from '../../events/snapshot.js'
import { useRows } from '../../frame/use-rows.js'
import { Icon } from '../../icons/icon.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { clockTime, countOf, durationOf } from '../../time/format.js'
import type { Happening } from '../../timeline/happening.js'
import { happeningTitle } from '../../timeline/words.js'

interface DayEventsProps {
  /** Of the day, by their beginning. */
  readonly happenings: readonly Happening[]
  readonly day: string
  readonly zone: string
  readonly chosen: string | null
  readonly isToday: boolean
  readonly isTruncated: boolean
  readonly onGoTo: (at: number) => void
}

const rowPx = 66

/** The events of the day beside the picture, the latest first; a press plays one. */
export function DayEvents({ happenings, day, zone, chosen, isToday, isTruncated, onGoTo }: DayEventsProps) {
  const text = useCameraText()
  const language = useLanguage()
  const scroller = useRef<HTMLDivElement>(null)
  const latest = happenings.toReversed()
  const { first, end, bring } = useRows({ count: latest.length, height: rowPx, scroller })
  const place = latest.findIndex(({ id }) => id === chosen)
  useEffect(() => {
    if (place >= 0) bring(place)
  }, [place, bring])
  return (
    <>
      <div className="flex items-baseline gap-3 px-4 pt-3 pb-1">
        <h2 className="flex-1 font-strong">{text.eventsOf(day)}</h2>
        <span role="status" className="text-xs text-ink-3">
          {latest.length === 1 && text.one}
          {latest.length > 1 && text.count(countOf(latest.length, language))}
        </span>
      </div>
      {isTruncated && <p className="px-4 pb-1 text-xs text-warn">{text.truncated}</p>}
      {latest.length === 0 && <p className="px-4 py-3 text-ink-3">{isToday ? text.noneYet : text.none}</p>}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto max-wide:max-h-[420px]">
        <ul aria-label={text.eventsOf(day)} className="relative" style={{ height: latest.length * rowPx }}>
          {latest.slice(first, end).map((happening, row) => (
            <li
              key={happening.id}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${(first + row) * rowPx}px)`, height: rowPx }}
            >
              <DayEvent
                happening={happening}
                zone={zone}
                isChosen={happening.id === chosen}
                onGoTo={() => onGoTo(happening.from)}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

interface DayEventProps {
  readonly happening: Happening
  readonly zone: string
  readonly isChosen: boolean
  readonly onGoTo: () => void
}

function DayEvent({ happening, zone, isChosen, onGoTo }: DayEventProps) {
  const text = useCameraText()
  const { events } = useText()
  const language = useLanguage()
  const { snapshot, from, to, triggeredAt, alert, isStarred, id } = happening
  return (
    <div
      className={`flex h-full items-center gap-1 pr-2 hover:bg-surface-2 ${isChosen ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]' : ''}`}
    >
      <button
        type="button"
        aria-current={isChosen}
        data-event={id}
        onClick={onGoTo}
        className="flex h-full min-w-0 flex-1 items-center gap-[11px] px-4 text-left"
      >
        <span className="on-picture relative block h-[52px] w-[92px] flex-none overflow-hidden rounded-1 bg-stage">
          <Snapshot src={snapshot} kind={happening.kind} />
          {to > from && (
            <span className="absolute right-[3px] bottom-[3px] rounded-1 bg-scrim px-1 text-2xs text-on-picture">
              {durationOf((to - from) / 1000, language)}
            </span>
          )}
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-[2px]">
          <span className="line-clamp-2 leading-[17px] font-strong">{happeningTitle(events, happening)}</span>
          <span className="flex items-center gap-[6px] text-xs text-ink-3">
            <KindMark kind={happening.kind} />
            <span>{clockTime(new Date(triggeredAt), { language, zone }, true)}</span>
            {alert !== null && <span className="font-strong text-alarm">{text.alerted}</span>}
            {isStarred && (
              <span role="img" aria-label={events.starred} className="text-warn">
                <Icon name="star" size={13} />
              </span>
            )}
          </span>
        </span>
      </button>
      <OpenEvent id={id} label={text.open} />
    </div>
  )
}

function OpenEvent({ id, label }: { id: string; label: string }) {
  return (
    <Link
      to="/events/$id"
      params={{ id }}
      title={label}
      aria-label={label}
      className="grid size-control-small flex-none place-items-center rounded-2 text-ink-2 hover:bg-surface-3"
    >
      <Icon name="next" size={16} />
    </Link>
  )
}
