import { type components, valueOf } from '@sightline/client'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

export type Share = components['schemas']['Share']
export type ShareView = components['schemas']['ShareView']

const pageSize = 20

const sharesKey = (eventId: string) => ['shares', eventId] as const

/** The links by which others see an event, newest first. */
export const useShares = (eventId: string) =>
  useInfiniteQuery({
    queryKey: sharesKey(eventId),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      valueOf(
        api.GET('/api/v1/events/{eventId}/shares', {
          params: {
            path: { eventId },
            query: { limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // Who opened a link makes no notice: it is asked for whenever somebody looks.
    staleTime: 0,
  })

/** Who opened a link, or tried to, newest first. */
export const useShareViews = (eventId: string, shareId: string) =>
  useInfiniteQuery({
    queryKey: [...sharesKey(eventId), shareId],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      valueOf(
        api.GET('/api/v1/events/{eventId}/shares/{shareId}/audit', {
          params: {
            path: { eventId, shareId },
            query: { limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
  })

/** What somebody chose for a new link. */
export interface NewShare {
  /** Null: whoever has the link sees the event. */
  readonly password: string | null
  readonly expiresAt: Date
}

/** Makes a link; the answer shows it this once. */
export function useShareEvent(eventId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ password, expiresAt }: NewShare) =>
      valueOf(
        api.POST('/api/v1/events/{eventId}/shares', {
          params: { path: { eventId } },
          body: { password, expires_at: expiresAt.toISOString() },
        }),
      ),
    onSuccess: () => void client.invalidateQueries({ queryKey: sharesKey(eventId) }),
  })
}

/** Takes a link back: it shows nothing from then on. */
export function useRevokeShare(eventId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (shareId: string) =>
      valueOf(
        api.DELETE('/api/v1/events/{eventId}/shares/{shareId}', { params: { path: { eventId, shareId } } }),
      ),
    onSettled: () => void client.invalidateQueries({ queryKey: sharesKey(eventId) }),
  })
}
