import { useQueries } from '@tanstack/react-query'
import { useCameras } from '../../api/cameras.js'
import { countEvents } from '../../api/events.js'
import { Button } from '../../controls/button.js'
import { useText } from '../../text/use-text.js'
import { changed } from './events-filters.js'
import type { EventsSearch } from './filter.js'
import { type FilterPart, filterParts } from './filter-parts.js'
import { useEventsToolsText } from './use-events-tools-text.js'

interface NarrowestProps {
  readonly search: EventsSearch
  readonly site: string | null
  readonly onSearch: (search: EventsSearch) => void
}

/** Where nothing is found: the filter without which the most would be, with its cross. */
export function Narrowest({ search, site, onSearch }: NarrowestProps) {
  const text = useText().events
  const said = useEventsToolsText()
  const cameras = useCameras(null).data
  const parts = filterParts(search)
  const without = (part: FilterPart) =>
    changed(search, Object.fromEntries(part.names.map((name) => [name, undefined])))
  const counts = useQueries({
    queries: parts.map((part) => {
      const filter = { ...without(part), ...(site !== null && { site }) }
      return { queryKey: ['events', 'total', filter], queryFn: () => countEvents(filter) }
    }),
  })
  const best = parts
    .map((part, place) => ({ part, count: counts[place]?.data ?? 0 }))
    .toSorted((one, other) => other.count - one.count)[0]
  // One alone is taken away by "Every event".
  if (parts.length < 2 || !best || best.count === 0) return null
  const camera = cameras?.find(({ id }) => id === search.camera)?.name ?? text.camera
  const names: Record<FilterPart['kind'], string> = {
    words: search.q ?? '',
    camera,
    category: search.category ? text.categories[search.category] : text.kind,
    times: said.times,
    starred: text.starred,
  }
  return (
    <Button icon="close" look="main" onClick={() => onSearch(without(best.part))}>
      {said.without(names[best.part.kind], best.count)}
    </Button>
  )
}
