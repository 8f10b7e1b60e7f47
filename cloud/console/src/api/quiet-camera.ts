import { type components, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lastActions } from '../frame/last-actions.js'
import { api } from './api.js'
import type { KnobsChange } from './quiet.js'

/** The knobs that a camera has of its own; of the others those of each rule hold. */
export type Override = components['schemas']['NoBigDealOverride']

const key = (cameraId: string) => ['camera', cameraId, 'nbd-override'] as const

/** What is no big deal at one camera, whatever the rules say. Operators may ask. */
export const useOverride = (cameraId: string) =>
  useQuery({
    queryKey: key(cameraId),
    queryFn: () =>
      valueOf(api.GET('/api/v1/cameras/{id}/nbd-override', { params: { path: { id: cameraId } } })),
  })

const write = (id: string, body: KnobsChange) =>
  valueOf(api.PATCH('/api/v1/cameras/{id}/nbd-override', { params: { path: { id } }, body }))

export function useChangeOverride(cameraId: string) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `override ${cameraId}` },
    mutationFn: (body: KnobsChange) => write(cameraId, body),
    onSuccess: (override) => client.setQueryData(key(cameraId), override),
  })
}

/** Gives a camera back to the rules, and can be taken back. */
export function useDropOverride(cameraId: string, said: string) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `override ${cameraId}` },
    mutationFn: async (before: Override) => {
      await valueOf(api.DELETE('/api/v1/cameras/{id}/nbd-override', { params: { path: { id: cameraId } } }))
      return before
    },
    onSuccess: (before) => {
      client.setQueryData<Override>(key(cameraId), {})
      const takeBack = async () => client.setQueryData(key(cameraId), await write(cameraId, before))
      lastActions.remember({ said, takeBack })
    },
  })
}
