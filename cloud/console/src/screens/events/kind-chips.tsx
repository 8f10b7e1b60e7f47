import { type EventCategory, useEventCounts } from '../../api/events.js'
import { filterControl as control } from '../../controls/filter-control.js'
import { kindColours, kindIcons, kindOfCategory } from '../../events/kind.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'
import { countedStretch } from './counted-stretch.js'
import { changed } from './events-filters.js'
import type { EventsSearch } from './filter.js'
import { mostFrequent } from './most-frequent.js'

interface KindChipsProps {
  readonly search: EventsSearch
  readonly site: string | null
  /** IANA name: whose days. */
  readonly zone: string
  readonly onSearch: (search: EventsSearch) => void
}

const minuteMs = 60_000

/** What set the events off that the histogram counts, how often, and the way to those alone. */
export function KindChips({ search, site, zone, onSearch }: KindChipsProps) {
  const text = useText().events
  const language = useLanguage()
  const now = useNow(minuteMs)
  const { from: _from, to: _to, event: _event, category: chosen, ...rest } = search
  const stretch = countedStretch(search, zone, now.getTime())
  const { interval = 'hour', ...times } = stretch ?? {}
  // Words are not counted by.
  const isWanted = stretch !== null && search.q === undefined
  const counts = useEventCounts({ ...rest, ...times, ...(site !== null && { site }) }, interval, isWanted)
  if (!isWanted || !counts.data) return null
  const choose = (category: EventCategory) =>
    onSearch(changed(search, { category: category === chosen ? undefined : category }))
  return mostFrequent(counts.data.data, chosen).map(([category, count]) => {
    const kind = kindOfCategory(category)
    const name = text.categories[category]
    return (
      <button
        key={category}
        type="button"
        aria-pressed={category === chosen}
        data-on={category === chosen ? '' : undefined}
        title={search.from ? undefined : `${countOf(count, language)} ${text.lastDay}`}
        onClick={() => choose(category)}
        className={`${control} inline-flex flex-none items-center gap-[6px] whitespace-nowrap`}
      >
        <span className={kindColours[kind]}>
          <Icon name={kindIcons[kind]} size={14} />
        </span>
        {name}
        <span className="text-ink-3">{countOf(count, language)}</span>
      </button>
    )
  })
}
