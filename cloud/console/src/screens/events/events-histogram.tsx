import type { components } from '@sightline/client'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useEventCounts } from '../../api/events.js'
import { type Kind, kindColours, kindOfCategory, kinds } from '../../events/kind.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { clockTime, countOf, dayName } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'
import { dayOf } from '../../time/zone.js'
import { chosenMoments, countedStretch } from './counted-stretch.js'
import { categories, type EventsSearch } from './filter.js'
import { HistogramRoom } from './histogram-room.js'
import { useEventsToolsText } from './use-events-tools-text.js'

type Bucket = components['schemas']['EventTimelineBucket']

interface HistogramProps {
  readonly search: EventsSearch
  readonly site: string | null
  /** IANA name: whose days and hours. */
  readonly zone: string
  readonly onSearch: (search: EventsSearch) => void
}

const minuteMs = 60_000

/** How many events there were, hour by hour or day by day; a press or a drag looks at a part of them alone. */
export function EventsHistogram({ search, site, zone, onSearch }: HistogramProps) {
  const text = useEventsToolsText()
  const now = useNow(minuteMs)
  const { from: _from, to: _to, event: _event, ...rest } = search
  const stretch = countedStretch(search, zone, now.getTime())
  const { interval = 'hour', ...times } = stretch ?? {}
  // Words are not counted by.
  const isWanted = stretch !== null && search.q === undefined
  const counts = useEventCounts({ ...rest, ...times, ...(site !== null && { site }) }, interval, isWanted)
  const { data } = counts
  if (!isWanted || counts.isError || data?.total === 0) return null
  if (!data) return <HistogramRoom />
  return (
    <div className="px-5 pb-2 max-wide:hidden">
      <Bars
        key={`${data.from} ${data.interval}`}
        label={text.histogram}
        buckets={data.data}
        {...{ search, zone }}
        isHours={data.interval === 'hour'}
        onChoose={(first, last) => {
          const { event: _chosen, ...kept } = search
          onSearch({ ...kept, from: first.start, to: new Date(Date.parse(last.end) - 1).toISOString() })
        }}
      />
    </div>
  )
}

interface BarsProps {
  readonly label: string
  readonly buckets: readonly Bucket[]
  readonly search: EventsSearch
  readonly zone: string
  readonly isHours: boolean
  readonly onChoose: (first: Bucket, last: Bucket) => void
}

function Bars({ label, buckets, search, zone, isHours, onChoose }: BarsProps) {
  const chosen = chosenMoments(search)
  /** The part at which a drag, or a choice with Shift, began, and where it is. */
  const [drag, setDrag] = useState<readonly [number, number] | null>(null)
  const [at, setAt] = useState(buckets.length - 1)
  const most = Math.max(4, ...buckets.map(({ total }) => total))
  const choose = (one: number, other: number) => {
    const [first, last] = [buckets[Math.min(one, other)], buckets[Math.max(one, other)]]
    if (first && last) onChoose(first, last)
  }
  const isIn = (place: number, { start, end }: Bucket): boolean => {
    if (drag) return place >= Math.min(...drag) && place <= Math.max(...drag)
    return chosen !== null && Date.parse(start) >= chosen.from && Date.parse(end) - 1 <= chosen.to
  }
  const pressed = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    const next = at + by
    if (by === 0 || !buckets[next]) return
    event.preventDefault()
    event.stopPropagation()
    setAt(next)
    const button = event.currentTarget.children[next]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div
      role="group"
      aria-label={label}
      data-histogram=""
      className="flex touch-pan-y select-none"
      onKeyDown={pressed}
      onPointerUp={() => {
        if (drag) choose(...drag)
        setDrag(null)
      }}
      onPointerLeave={() => setDrag(null)}
    >
      {buckets.map((bucket, place) => (
        <Bar
          key={bucket.start}
          {...{ bucket, zone, isHours, most }}
          isChosen={isIn(place, bucket)}
          isStop={place === at}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.currentTarget.releasePointerCapture(event.pointerId)
            setAt(place)
            setDrag([event.shiftKey ? at : place, place])
          }}
          onPointerEnter={() => drag && setDrag([drag[0], place])}
          onKey={() => choose(place, place)}
        />
      ))}
    </div>
  )
}

interface BarProps {
  readonly bucket: Bucket
  readonly zone: string
  readonly isHours: boolean
  readonly most: number
  readonly isChosen: boolean
  /** The tab key stops at it. */
  readonly isStop: boolean
  readonly onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void
  readonly onPointerEnter: () => void
  readonly onKey: () => void
}

/** Px of the highest bar. */
const highest = 40
/** So many hours apart times are written. */
const labelEach = 3

function Bar({
  bucket,
  zone,
  isHours,
  most,
  isChosen,
  isStop,
  onPointerDown,
  onPointerEnter,
  onKey,
}: BarProps) {
  const text = useText().events
  const language = useLanguage()
  const manner = { language, zone }
  const [start, end] = [new Date(bucket.start), new Date(bucket.end)]
  const time = clockTime(start, manner)
  const name = isHours ? text.hours(time, clockTime(end, manner)) : dayName(start, end, manner)
  const tick = isHours
    ? Number(time.slice(0, 2)) % labelEach === 0 && time
    : Number(dayOf(start.getTime(), zone).slice(8))
  const count = bucket.total === 1 ? text.one : text.count(countOf(bucket.total, language))
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isChosen}
      aria-label={`${name}, ${count}`}
      title={`${name}, ${count}`}
      onPointerDown={onPointerDown}
      onPointerEnter={onPointerEnter}
      onClick={({ detail }) => detail === 0 && onKey()}
      className="flex min-w-0 flex-1 flex-col gap-[3px] rounded-1 hover:bg-surface-2 aria-pressed:bg-accent-soft aria-pressed:shadow-[inset_0_-2px_0_var(--accent)]"
    >
      <span className="flex w-full flex-col-reverse gap-px px-[2px]" style={{ height: highest }}>
        {countsByKind(bucket).map(([kind, total]) => (
          <span
            key={kind}
            className={`min-h-[2px] w-full bg-current ${kindColours[kind]}`}
            style={{ height: (highest * total) / most }}
          />
        ))}
      </span>
      <span className="h-[14px] self-start text-2xs whitespace-nowrap text-ink-3">{tick}</span>
    </button>
  )
}

/** How many of each kind, the first at the foot. A category alone names no people and no vehicles. */
function countsByKind({ by_category: counts }: Bucket): readonly (readonly [Kind, number])[] {
  const totals = new Map<Kind, number>()
  for (const category of categories) {
    const kind = kindOfCategory(category)
    totals.set(kind, (totals.get(kind) ?? 0) + (counts[category] ?? 0))
  }
  return kinds
    .flatMap((kind) => {
      const total = totals.get(kind) ?? 0
      return total > 0 ? [[kind, total] as const] : []
    })
    .toReversed()
}
