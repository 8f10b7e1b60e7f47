import { FailedCall, valueOf } from '@sightline/client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { api } from './api.js'
import { askedOf, type EventFilter, type EventItem } from './events.js'
import {
  type ChangesRead,
  type EventChanges,
  type FollowedEvents,
  followedEvents,
  noChanges,
  withRead,
} from './followed-events.js'

const pageSize = 50
const noneLetIn: ReadonlySet<string> = new Set()
const nothingChanged = noChanges('')

/** Events are looked for by words in another way: what changed of those is not known, and all of them are read again. */
const keyOf = (filter: EventFilter) => [filter.q ? 'events' : 'event-list', filter] as const

/** Events newest first, page by page as they are wanted. */
const useEventPages = (filter: EventFilter) =>
  useInfiniteQuery({
    queryKey: keyOf(filter),
    // It is not read again as a whole: somebody may have come to its ten thousandth event.
    ...(!filter.q && { staleTime: Number.POSITIVE_INFINITY, meta: { followed: true } }),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      valueOf(
        api.GET('/api/v1/events', {
          params: {
            query: {
              limit: pageSize,
              ...askedOf(filter),
              ...(pageParam !== null
                ? { cursor: pageParam }
                : { ...(!filter.q && { updated_since: 'start' }) }),
            },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** What changed since a list was read; a notice of any event asks for it. @param token null: that is not known */
function useEventChanges(filter: EventFilter, token: string | null): EventChanges {
  const client = useQueryClient()
  const queryKey = ['events', 'changes', token, filter] as const
  const { data } = useQuery({
    queryKey,
    enabled: token !== null,
    queryFn: async () => {
      const before = client.getQueryData<EventChanges>(queryKey) ?? noChanges(token ?? '')
      try {
        return withRead(before, await readChanges(filter, before.token))
      } catch (error) {
        // What changed is not known any more, or somebody sees something else now.
        if (error instanceof FailedCall && isOver(error.error.status))
          void client.resetQueries({ queryKey: keyOf(filter), exact: true })
        throw error
      }
    },
  })
  return data ?? nothingChanged
}

const isOver = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429

async function readChanges(filter: EventFilter, since: string): Promise<ChangesRead> {
  const data: EventItem[] = []
  const removed: string[] = []
  let token = since
  let cursor: string | null = null
  for (;;) {
    const page: Awaited<ReturnType<typeof readChanged>> = await readChanged(filter, since, cursor)
    data.push(...page.data)
    removed.push(...(page.removed ?? []))
    token = page.next_updated_since ?? token
    cursor = page.next_cursor
    if (cursor === null) return { data, removed, total: page.total, token }
  }
}

const readChanged = (filter: EventFilter, since: string, cursor: string | null) =>
  valueOf(
    api.GET('/api/v1/events', {
      params: {
        query: {
          limit: 100,
          ...askedOf(filter),
          updated_since: since,
          ...(cursor !== null && { cursor }),
        },
      },
    }),
  )

/** A list of events as it is now. New ones wait until they are let in, so that nothing moves for somebody who reads. */
export function useEventList(filter: EventFilter) {
  const pages = useEventPages(filter)
  const { data, hasNextPage } = pages
  const read = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const token = data?.pages[0]?.next_updated_since ?? null
  const changes = useEventChanges(filter, token)
  const [letIn, setLetIn] = useState(noneLetIn)
  const { events, waiting }: FollowedEvents = useMemo(
    () => followedEvents(read, changes, { letIn, hasMore: hasNextPage }),
    [read, changes, letIn, hasNextPage],
  )
  return {
    pages,
    events,
    waiting,
    total: changes.total ?? data?.pages[0]?.total ?? 0,
    letIn: useCallback((ids: readonly string[]) => setLetIn((before) => new Set([...before, ...ids])), []),
  }
}
