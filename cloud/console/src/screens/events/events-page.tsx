import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { useEventList } from '../../api/event-list.js'
import type { EventItem } from '../../api/events.js'
import { Button, IconButton } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { useKeys } from '../../frame/keys.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Loading } from '../../frame/page-states.js'
import { useMarked } from '../../frame/use-marked.js'
import { useMedia } from '../../frame/use-media.js'
import { useSiteId } from '../../frame/use-site.js'
import { useSteady } from '../../frame/use-steady.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { zoneNotKnownYet } from '../../time/zone.js'
import { EventList } from './event-list.js'
import { EventPreview } from './event-preview.js'
import { EventsFilters, SearchField } from './events-filters.js'
import { EventsTools } from './events-tools.js'
import { type EventsSearch, isFiltered } from './filter.js'
import { HistogramRoom } from './histogram-room.js'
import { useListZone } from './use-list-zone.js'

const route = getRouteApi('/events')

/** What is not there at once comes with its own script. */
const EventsHistogram = lazy(async () => ({
  default: (await import('./events-histogram.js')).EventsHistogram,
}))
const MarkedEvents = lazy(async () => ({ default: (await import('./marked-events.js')).MarkedEvents }))
const Narrowest = lazy(async () => ({ default: (await import('./narrowest.js')).Narrowest }))

/** Events as they are looked for: the list, and the chosen one beside it where there is room. */
export function EventsPage() {
  const { alerts, events: text, frame, keys } = useText()
  const language = useLanguage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const hasRoom = useMedia('(min-width: 60rem)')
  const { event: asked, site: _named, ...filter } = search
  const site = useSiteId()
  const zone = useListZone()
  const [isFiltering, setFiltering] = useState(isFiltered(search))
  const { pages, events, waiting, total, letIn } = useEventList({
    ...filter,
    ...(site !== null && { site }),
  })
  const { data, isPending, isError, refetch, hasNextPage, isFetching, fetchNextPage, isFetchNextPageError } =
    pages
  const may = mayAs(useUser().role, 'operator')
  const marks = useMarked(events, ({ id }) => id)
  const histogramRoom = search.q === undefined && <HistogramRoom />
  const newest = useFirst(events, JSON.stringify([filter, site]))
  const chosen = hasRoom ? (asked ?? newest) : null

  const onSearch = useCallback(
    (next: EventsSearch) => void navigate({ search: next, replace: true }),
    [navigate],
  )
  const choose = useSteady((id: string) => onSearch({ ...search, event: id }))
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const step = (by: number) => {
    const next = events[events.findIndex(({ id }) => id === chosen) + by]
    if (next) onSearch({ ...search, event: next.id })
  }
  useKeys({
    j: { does: keys.next, act: () => step(1) },
    k: { does: keys.before, act: () => step(-1) },
    Enter: {
      does: keys.open,
      act: () => chosen && void navigate({ to: '/events/$id', params: { id: chosen } }),
    },
    d: {
      does: keys.download,
      act: () => document.querySelector<HTMLAnchorElement>('[data-download]')?.click(),
    },
    ...(may && {
      c: {
        does: keys.choose,
        act: () => {
          const event = events.find(({ id }) => id === chosen)
          if (event) marks.toggle(event)
        },
      },
    }),
    ...(marks.ids && { Escape: { does: keys.back, act: marks.end } }),
    '/': {
      does: keys.search,
      act: () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
    },
  })

  return (
    <>
      <PageBar title={text.title} beside={<SearchField search={search} onSearch={onSearch} />}>
        <EventsTools search={search} site={site} total={total} />
        {may && events.length > 0 && (
          <IconButton
            icon="select"
            label={alerts.choose}
            aria-pressed={marks.ids !== null}
            onClick={marks.ids ? marks.end : marks.begin}
          />
        )}
        {!hasRoom && (
          <IconButton
            icon="filter"
            label={text.filter}
            aria-expanded={isFiltering}
            onClick={() => setFiltering(!isFiltering)}
          />
        )}
      </PageBar>
      {(hasRoom || isFiltering) && <EventsFilters search={search} zone={zone} onSearch={onSearch} />}
      <Suspense fallback={histogramRoom}>
        {zone === zoneNotKnownYet ? (
          histogramRoom
        ) : (
          <EventsHistogram search={search} site={site} zone={zone} onSearch={onSearch} />
        )}
      </Suspense>
      {marks.ids && (
        <Suspense>
          <MarkedEvents
            marks={marks}
            onDeleted={() => {
              marks.end()
              const { event: _gone, ...rest } = search
              onSearch(rest)
            }}
          />
        </Suspense>
      )}
      {isPending && <Loading />}
      {isError && !data && (
        <Centred sentence={text.failed}>
          <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {data && events.length === 0 && (
        <Centred sentence={isFiltered(search) ? text.noneFound : text.noneYet}>
          {isFiltered(search) && (
            <>
              <Suspense>
                <Narrowest search={search} site={site} onSearch={onSearch} />
              </Suspense>
              <Button onClick={() => onSearch({})}>{text.clear}</Button>
            </>
          )}
        </Centred>
      )}
      {events.length > 0 && (
        <div className="flex min-h-0 flex-1">
          <section className="flex min-h-0 min-w-0 flex-1 flex-col">
            <p role="status" className="px-5 pt-1 pb-1 text-xs text-ink-3 max-wide:px-4 max-wide:pt-2">
              {total === 1 ? text.one : text.count(countOf(total, language))}
            </p>
            <EventList
              key={JSON.stringify([filter, site])}
              events={events}
              waiting={waiting}
              onLetIn={letIn}
              chosen={chosen}
              onChoose={hasRoom ? choose : null}
              marked={marks.ids}
              onMark={marks.toggle}
              onNearEnd={onNearEnd}
            />
            {isFetchNextPageError && (
              <div className="p-3">
                <Note tone="warn">
                  {text.moreFailed}{' '}
                  <Button small onClick={() => void fetchNextPage()}>
                    {frame.tryAgain}
                  </Button>
                </Note>
              </div>
            )}
          </section>
          {chosen !== null && <EventPreview key={chosen} id={chosen} />}
        </div>
      )}
    </>
  )
}

/** The event that was the newest when a list was shown first: those that come do not take its place. */
function useFirst(events: readonly EventItem[], list: string): string | null {
  const first = useRef<{ readonly list: string; readonly id: string } | null>(null)
  const kept = first.current
  if (kept?.list === list && events.some(({ id }) => id === kept.id)) return kept.id
  const [newest] = events
  first.current = newest ? { list, id: newest.id } : null
  return newest?.id ?? null
}
