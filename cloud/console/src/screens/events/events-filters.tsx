import { lazy, Suspense, useEffect } from 'react'
import { useCameras } from '../../api/cameras.js'
import { Button } from '../../controls/button.js'
import { filterControl as control } from '../../controls/filter-control.js'
import { useTyped } from '../../controls/use-typed.js'
import { useSiteId } from '../../frame/use-site.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { clockTime } from '../../time/format.js'
import { dayOf } from '../../time/zone.js'
import { chosenMoments } from './counted-stretch.js'
import { categories, type EventsSearch, isFiltered, readEventsSearch } from './filter.js'

/** They count what the histogram counts, and come after the list as it does. */
const KindChips = lazy(async () => ({ default: (await import('./kind-chips.js')).KindChips }))

interface FiltersProps {
  readonly search: EventsSearch
  readonly onSearch: (search: EventsSearch) => void
}

const restMs = 300

/** Words are looked for when the hands rest. */
export function SearchField({ search, onSearch }: FiltersProps) {
  const text = useText().events
  const [words, type] = useTyped(search.q ?? '')
  useEffect(() => {
    if (words === (search.q ?? '')) return
    const timer = setTimeout(() => onSearch(changed(search, { q: words })), restMs)
    return () => clearTimeout(timer)
  }, [words, search, onSearch])
  return (
    <label className="flex h-control min-w-0 max-w-[380px] flex-1 items-center gap-2 rounded-2 bg-control px-[10px] text-ink-3 focus-within:shadow-(--focus) light-edge">
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        value={words}
        onChange={(event) => type(event.target.value)}
        data-search
        className="min-w-0 flex-1 bg-transparent text-ink shadow-none! outline-none placeholder:text-ink-3 max-wide:text-lg"
      />
    </label>
  )
}

/** What events are looked for besides words. */
export function EventsFilters({ search, zone, onSearch }: FiltersProps & { zone: string }) {
  const text = useText().events
  const site = useSiteId()
  const cameras = useCameras(site).data ?? []
  const change = (part: Record<string, unknown>) => onSearch(changed(search, part))
  return (
    <div className="flex flex-wrap items-center gap-[7px] px-5 pt-[10px] pb-2 max-wide:px-4">
      <select
        aria-label={text.camera}
        value={search.camera ?? ''}
        data-on={search.camera ? '' : undefined}
        onChange={(event) => change({ camera: event.target.value })}
        className={`${control} max-w-[220px] max-wide:w-full max-wide:max-w-none`}
      >
        <option value="">{text.anyCamera}</option>
        {cameras.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={text.kind}
        value={search.category ?? ''}
        data-on={search.category ? '' : undefined}
        onChange={(event) => change({ category: event.target.value })}
        className={`${control} max-w-[130px] max-wide:w-full max-wide:max-w-none`}
      >
        <option value="">{text.anyKind}</option>
        {categories.map((category) => (
          <option key={category} value={category}>
            {text.categories[category]}
          </option>
        ))}
      </select>
      <Suspense>
        <KindChips search={search} site={site} zone={zone} onSearch={onSearch} />
      </Suspense>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="flex items-center gap-[6px] whitespace-nowrap text-ink-3">
          {text[end]}
          <input
            type="date"
            value={dayIn(search[end], zone)}
            data-on={search[end] ? '' : undefined}
            onChange={(event) => change({ [end]: event.target.value })}
            className={control}
          />
        </label>
      ))}
      <Hours search={search} zone={zone} onSearch={onSearch} />
      <button
        type="button"
        aria-pressed={search.starred ?? false}
        data-on={search.starred ? '' : undefined}
        onClick={() => change({ starred: !search.starred })}
        className={`${control} inline-flex items-center gap-[6px] whitespace-nowrap`}
      >
        <Icon name="star" size={14} />
        {text.starred}
      </button>
      {isFiltered(search) && (
        <Button small look="bare" icon="close" onClick={() => onSearch({})}>
          {text.clear}
        </Button>
      )}
    </div>
  )
}

/** The hours that are chosen out of their days, with the way back to the days. */
function Hours({ search, zone, onSearch }: FiltersProps & { zone: string }) {
  const text = useText().events
  const language = useLanguage()
  const chosen = chosenMoments(search)
  if (!chosen) return null
  const time = (at: number) => clockTime(new Date(at), { language, zone })
  return (
    <button
      type="button"
      data-on=""
      title={text.wholeDays}
      onClick={() =>
        onSearch(changed(search, { from: dayOf(chosen.from, zone), to: dayOf(chosen.to, zone) }))
      }
      className={`${control} inline-flex items-center gap-[6px] whitespace-nowrap`}
    >
      {text.hours(time(chosen.from), time(chosen.to + 1))}
      <Icon name="close" size={14} />
    </button>
  )
}

/** The day of a bound, for a field of days. */
const dayIn = (bound: string | undefined, zone: string): string =>
  bound === undefined || bound.length === 10 ? (bound ?? '') : dayOf(Date.parse(bound), zone)

/** A search with a part changed. Another list has another event to choose. */
export const changed = (search: EventsSearch, part: Record<string, unknown>): EventsSearch =>
  readEventsSearch({ ...search, event: undefined, ...part })
