import { type components, valueOf } from '@sightline/client'
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

export type CameraDetail = Awaited<ReturnType<typeof readCamera>>
export type CameraDiagnostics = components['schemas']['CameraDiagnostics']

/** A signed link is good for an hour; a newer one is asked for well before. */
const linkAgeMs = 30 * 60_000

export const readCamera = (id: string) =>
  valueOf(api.GET('/api/v1/cameras/{id}', { params: { path: { id } } }))

/** All of one camera. */
export const useCamera = (id: string) => useQuery({ queryKey: ['camera', id], queryFn: () => readCamera(id) })

/** Why a camera works or not, and what to do. */
export const useDiagnostics = (id: string) => useQuery(diagnosticsOf(id))

/** Whether a camera is received, and else why not and what to do. @param id null: none is asked about */
export const useConnectivity = (id: string | null) =>
  useQuery({
    ...diagnosticsOf(id ?? ''),
    enabled: id !== null,
    select: ({ connectivity }) => connectivity,
  })

const diagnosticsOf = (id: string) =>
  queryOptions({
    queryKey: ['camera', id, 'diagnostics'],
    queryFn: () => valueOf(api.GET('/api/v1/cameras/{id}/diagnostics', { params: { path: { id } } })),
  })

/** What happened before a camera in each of these stretches, ms since the epoch; the end of each is not included. */
export const useTimelines = (id: string, stretches: readonly { from: number; to: number }[]) =>
  useQueries({
    queries: stretches.map(({ from, to }) => ({
      queryKey: ['timeline', id, from],
      queryFn: () =>
        valueOf(
          api.GET('/api/v1/cameras/{id}/timeline', {
            params: {
              path: { id },
              query: { from: iso(from), to: iso(to - 1), include: ['snapshot', 'summary'] },
            },
          }),
        ),
    })),
  })

/** What happened before a camera lately: its name and zone, where the camera itself is gone. @param id null: not wanted */
export const useNewestTimeline = (id: string | null) =>
  useQuery({
    queryKey: ['timeline', id, 'newest'],
    enabled: id !== null,
    queryFn: () => valueOf(api.GET('/api/v1/cameras/{id}/timeline', { params: { path: { id: id ?? '' } } })),
  })

/** What a camera gave in the last 24 hours, and when it was off line; notices of the camera have it read again. */
export const useLastDay = (id: string) =>
  useQuery({
    queryKey: ['camera', id, 'last-day'],
    queryFn: () => valueOf(api.GET('/api/v1/cameras/{id}/timeline', { params: { path: { id } } })),
    select: ({ from, to, offline }) => ({ from, to, offline }),
  })

const iso = (at: number): string => new Date(at).toISOString()

/** Where the clip of an event is to be had. @param eventId null: none is wanted */
export const useClipLink = (eventId: string | null) =>
  useQuery({
    queryKey: ['clip-link', eventId],
    enabled: eventId !== null,
    staleTime: linkAgeMs,
    gcTime: linkAgeMs,
    queryFn: () =>
      valueOf(api.GET('/api/v1/events/{id}/clip-url', { params: { path: { id: eventId ?? '' } } })),
  })

/** Small pictures of the clip of an event. @param eventId null: none are wanted */
export const useClipPreview = (eventId: string | null) =>
  useQuery({
    queryKey: ['clip-preview', eventId],
    enabled: eventId !== null,
    staleTime: linkAgeMs,
    gcTime: linkAgeMs,
    retry: false,
    queryFn: () =>
      valueOf(api.GET('/api/v1/events/{id}/clip-preview', { params: { path: { id: eventId ?? '' } } })),
  })

export type CameraSnapshot = components['schemas']['CameraSnapshot']

/** Has the gateway take a picture of a camera now; lists show it from then on. */
export function useTakeSnapshot(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => valueOf(api.POST('/api/v1/cameras/{id}/snapshot', { params: { path: { id } } })),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['camera', id, 'thumbnail'] }),
  })
}
