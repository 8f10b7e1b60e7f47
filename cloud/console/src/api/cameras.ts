import { itemsOf } from '@sightline/client'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.js'
import { listOf } from './list-of.js'

/** A camera of the list. */
export type Camera = Awaited<ReturnType<typeof readCameras>>[number]

async function readCameras(siteId: string | null) {
  const cameras = itemsOf((place) =>
    api.GET('/api/v1/cameras', {
      params: { query: { limit: 100, ...place, ...(siteId !== null && { site_id: siteId }) } },
    }),
  )
  return (await listOf(cameras)).toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Every camera that this person may see, of one site or of all (null), by name. */
export const useCameras = (siteId: string | null) =>
  useQuery({ queryKey: ['cameras', siteId], queryFn: () => readCameras(siteId) })
