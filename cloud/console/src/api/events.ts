import { type components, valueOf } from '@sightline/client'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

export type EventItem = components['schemas']['EventListItem']
export type Event = components['schemas']['Event']
export type EventCategory = EventItem['event_category']

/** Which events are looked for. */
export interface EventFilter {
  /** Words, as the search of the service takes them. */
  readonly q?: string
  readonly camera?: string
  readonly category?: EventCategory
  /** The first and the last day, YYYY-MM-DD; or moments, RFC 3339. */
  readonly from?: string
  readonly to?: string
  readonly starred?: boolean
  readonly site?: string | undefined
}

/** The names by which the service takes a filter. */
export const askedOf = ({ q, site, camera, category, from, to, starred }: EventFilter) => ({
  ...(q && { q }),
  ...(site && { site_id: site }),
  ...(camera && { camera_id: camera }),
  ...(category && { event_category: category }),
  ...(from && { date_from: from }),
  ...(to && { date_to: to }),
  ...(starred && { starred: 'true' as const }),
})

/** How many events of a filter there were, part by part of a stretch. The filter's words are not taken into account. */
export const useEventCounts = (filter: EventFilter, interval: 'hour' | 'day', isWanted: boolean) =>
  useQuery({
    queryKey: ['events', 'counts', filter, interval],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: () => {
      const { q: _words, ...rest } = filter
      return valueOf(
        api.GET('/api/v1/events/timeline', { params: { query: { ...askedOf(rest), interval } } }),
      )
    },
  })

/** How many events there are with a filter. @throws FailedCall */
export const countEvents = async (filter: EventFilter): Promise<number> =>
  (await valueOf(api.GET('/api/v1/events', { params: { query: { ...askedOf(filter), limit: 1 } } }))).total

/** The events of a filter as a CSV file. */
export const useExportEvents = () =>
  useMutation({
    mutationFn: async (filter: EventFilter) =>
      valueOf(
        api.GET('/api/v1/events/export', { params: { query: askedOf(filter) }, parseAs: 'blob' as const }),
      ),
  })

/** Less than this is not alike, 0 to 1. */
const leastAlike = 0.5

/** Events that are like another one, the most alike first. */
export const useSimilarEvents = (id: string, limit: number) =>
  useQuery({
    queryKey: ['event', id, 'similar', limit],
    queryFn: () =>
      valueOf(
        api.GET('/api/v1/events/{id}/similar', {
          params: { path: { id }, query: { limit, min_score: leastAlike } },
        }),
      ),
  })

export const eventKey = (id: string) => ['event', id] as const

/** All of one event. @param id null: none yet */
export const useEvent = (id: string | null) =>
  useQuery({
    queryKey: eventKey(id ?? ''),
    enabled: id !== null,
    queryFn: () => valueOf(api.GET('/api/v1/events/{id}', { params: { path: { id: id ?? '' } } })),
  })

/** Reads an event again, for addresses in it may be over. */
export function useEventAgain(id: string): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: eventKey(id), exact: true })
}

/** What the models made of an event. */
export const useEventAnalysis = (id: string) =>
  useQuery({
    queryKey: [...eventKey(id), 'analysis'],
    queryFn: () => valueOf(api.GET('/api/v1/events/{id}/analysis', { params: { path: { id } } })),
  })

/** Has the models look at an event once more. */
export function useAnalyze(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => valueOf(api.POST('/api/v1/events/{id}/analyze', { params: { path: { id } } })),
    onSettled: () => void client.invalidateQueries({ queryKey: eventKey(id) }),
  })
}
