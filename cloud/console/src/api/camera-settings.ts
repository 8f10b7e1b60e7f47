import { type components, FailedCall, itemsOf, type operations, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'
import { type CameraDetail, readCamera } from './camera.js'
import { countEvents } from './events.js'
import { listOf } from './list-of.js'

type Schemas = components['schemas']
export type CameraChange = operations['updateCamera']['requestBody']['content']['application/json']
export type MotionZone = NonNullable<CameraChange['motion_zones_json']>[number]
export type ClipPreview = Schemas['ClipPreview']

/** Changes what is named of a camera. Another address or account is tried first, which takes up to half a minute. */
export function useChangeCamera(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: CameraChange) =>
      valueOf(api.PATCH('/api/v1/cameras/{id}', { params: { path: { id } }, body: change })),
    onSuccess: (camera) => {
      client.setQueryData(['camera', id], camera)
      void client.invalidateQueries({ queryKey: ['cameras'] })
      void client.invalidateQueries({ queryKey: ['camera', id, 'diagnostics'] })
    },
  })
}

/** Reads a camera as it is at this moment. @returns what reads it; it throws FailedCall */
export function useReadCameraNow(id: string): () => Promise<CameraDetail> {
  const client = useQueryClient()
  return () => client.fetchQuery({ queryKey: ['camera', id], queryFn: () => readCamera(id), staleTime: 0 })
}

/** Takes a camera from its gateway, or gives one that has none to a gateway, which connects to it first. */
export function useGatewayOfCamera(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (gatewayId: string | null) =>
      gatewayId === null
        ? valueOf(api.POST('/api/v1/cameras/{id}/unpair', { params: { path: { id } } }))
        : valueOf(
            api.POST('/api/v1/cameras/{id}/pair', {
              params: { path: { id } },
              body: { gateway_id: gatewayId },
            }),
          ),
    onSuccess: (camera) => {
      client.setQueryData(['camera', id], camera)
      void client.invalidateQueries({ queryKey: ['cameras'] })
      void client.invalidateQueries({ queryKey: ['camera', id, 'diagnostics'] })
    },
  })
}

/** What a connection to a camera is tried with. */
export type Trial = operations['validateCameraConnection']['requestBody']['content']['application/json']

/** Tries a connection without storing anything. */
export const useTryConnection = () =>
  useMutation({
    mutationFn: (body: Trial) => valueOf(api.POST('/api/v1/cameras/validate-connection', { body })),
  })

/** Deletes a camera; what it recorded stays. */
export function useDeleteCamera(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => valueOf(api.DELETE('/api/v1/cameras/{id}', { params: { path: { id } } })),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['cameras'] }),
  })
}

/** Instructions for analyses that cameras may share, by name; operators may read them. */
export const usePromptPackNames = () =>
  useQuery({
    queryKey: ['prompt-packs', 'names'],
    queryFn: async () => {
      const packs = itemsOf((place) =>
        api.GET('/api/v1/prompt-packs', { params: { query: { limit: 100, ...place } } }),
      )
      return (await listOf(packs)).toSorted((one, other) => one.name.localeCompare(other.name))
    },
  })

const weekMs = 7 * 86_400_000

/** Events of a camera in the seven days before. */
export const useEventsOfWeek = (cameraId: string) =>
  useQuery({
    queryKey: ['camera-week', cameraId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => countEvents({ camera: cameraId, from: new Date(Date.now() - weekMs).toISOString() }),
  })

/** As many cameras as the interface names at once, the dearest first. */
const dearest = 100

/**
 * What models took for a camera's events in the seven days before, US dollars; null: not known, or too little to be among the
 * dearest. For admins.
 */
export const useCostOfWeek = (cameraId: string, mayAsk: boolean) =>
  useQuery({
    queryKey: ['ai-usage', 'cameras', 'week'],
    enabled: mayAsk,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const from = new Date(Date.now() - weekMs).toISOString()
      const query = { date_from: from, limit: dearest }
      return (await valueOf(api.GET('/api/v1/organisation/ai-usage/cameras', { params: { query } }))).data
    },
    select: (cameras) => cameras.find(({ camera_id: id }) => id === cameraId)?.cost_usd ?? null,
  })

/** Events of a camera in a stretch, ms since the epoch. @throws FailedCall */
export const readStretch = async (cameraId: string, from: number, to: number) =>
  (
    await valueOf(
      api.GET('/api/v1/cameras/{id}/timeline', {
        params: {
          path: { id: cameraId },
          query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
        },
      }),
    )
  ).events

/** Small pictures of a clip; null: none can be made of it. @throws FailedCall for what may be otherwise later */
export async function readPreview(eventId: string): Promise<ClipPreview | null> {
  try {
    return await valueOf(api.GET('/api/v1/events/{id}/clip-preview', { params: { path: { id: eventId } } }))
  } catch (error) {
    if (error instanceof FailedCall && [404, 409].includes(error.error.status)) return null
    throw error
  }
}
