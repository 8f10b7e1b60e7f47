import { FailedCall, valueOf } from '@sightline/client'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.js'
import { isNotFound } from './queries.js'

/** How far from the moment a clip may be to be named, seconds. */
const nearSec = 3600
/** An address of a clip is good for an hour. */
const freshMs = 30 * 60_000

/** The clip of a camera that shows a moment, or the nearest one. @param at RFC 3339 */
export const useClipAt = (cameraId: string, at: string) =>
  useQuery({
    queryKey: ['clip-at', cameraId, at],
    staleTime: freshMs,
    queryFn: async () => {
      try {
        return await valueOf(
          api.GET('/api/v1/cameras/{id}/clip-at', {
            params: { path: { id: cameraId }, query: { at, within_sec: nearSec } },
          }),
        )
      } catch (error) {
        // None so near, or one that is still on its way.
        if (error instanceof FailedCall && [404, 409].includes(error.error.status)) return null
        throw error
      }
    },
  })

/** The newest picture that the service keeps of a camera; null: none yet. */
export const useThumbnail = (id: string) =>
  useQuery({
    queryKey: ['camera', id, 'thumbnail'],
    staleTime: freshMs,
    queryFn: async () => {
      try {
        return await valueOf(api.GET('/api/v1/cameras/{id}/thumbnail', { params: { path: { id } } }))
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
  })
