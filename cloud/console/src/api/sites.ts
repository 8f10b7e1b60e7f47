import { type components, itemsOf } from '@sightline/client'
import { useQuery } from '@tanstack/react-query'
import { zoneNotKnownYet } from '../time/zone.js'
import { api } from './api.js'
import { useCameras } from './cameras.js'
import { listOf } from './list-of.js'

export type Site = components['schemas']['Site']

/** Every site that this person may see, by name. */
export const useSites = () =>
  useQuery({
    queryKey: ['sites'],
    queryFn: async () => {
      const sites = itemsOf((place) =>
        api.GET('/api/v1/sites', { params: { query: { limit: 100, ...place } } }),
      )
      return (await listOf(sites)).toSorted((one, other) => one.name.localeCompare(other.name))
    },
  })

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The zone of the site at which a camera stands; that of this browser for a camera that is not there any more.
 * @returns IANA name by the camera's id, or `zoneNotKnownYet`
 */
export function useZoneOf(): (cameraId: string) => string {
  const zoneOfSite = useZoneOfSite()
  const { data: cameras, isPending } = useCameras(null)
  return (cameraId) => {
    if (isPending) return zoneNotKnownYet
    return zoneOfSite(cameras?.find(({ id }) => id === cameraId)?.site_id)
  }
}

/**
 * The zone of a site; that of this browser for a site that is not there any more.
 * @returns IANA name by the site's id, or `zoneNotKnownYet`
 */
export function useZoneOfSite(): (siteId: string | undefined) => string {
  const { data: sites, isPending } = useSites()
  return (siteId) => {
    if (isPending) return zoneNotKnownYet
    return sites?.find(({ id }) => id === siteId)?.timezone ?? ownZone()
  }
}
