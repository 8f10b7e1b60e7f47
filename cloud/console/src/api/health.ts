import { type components, valueOf } from '@sightline/client'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.js'

export type FleetHealth = components['schemas']['FleetHealth']
export type GatewayHealth = components['schemas']['GatewayHealth']
export type TroubledCamera = components['schemas']['TroubledCamera']

const queryOf = (siteId: string | null) => ({ query: siteId === null ? {} : { site_id: siteId } })

/** How gateways and cameras fare, of one site or of all (null). */
export const useFleetHealth = (siteId: string | null) =>
  useQuery({
    queryKey: ['health', 'all', siteId],
    queryFn: () => valueOf(api.GET('/api/v1/fleet-health', { params: queryOf(siteId) })),
  })

/** How many gateways and cameras need somebody, of one site or of all (null). */
export const useNeedSomebody = (siteId: string | null) =>
  useQuery({
    queryKey: ['health', 'count', siteId],
    queryFn: async () =>
      (await valueOf(api.GET('/api/v1/fleet-health/count', { params: queryOf(siteId) }))).needs_somebody,
  })
