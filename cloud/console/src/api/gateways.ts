import { type components, itemsOf, valueOf } from '@sightline/client'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'
import { listOf } from './list-of.js'

export type Gateway = components['schemas']['Gateway']
export type GatewayHistory = components['schemas']['GatewayHistory']
export type GatewayFigures = components['schemas']['GatewayTelemetry']
type GatewayPatch = Parameters<typeof patch>[1]

/** One gateway. @param id null: none is asked about */
export const useGateway = (id: string | null) =>
  useQuery({
    queryKey: ['gateway', id],
    enabled: id !== null,
    queryFn: () => valueOf(api.GET('/api/v1/gateways/{id}', { params: { path: { id: id ?? '' } } })),
  })

/** What a gateway last measured of its machine, and what follows from it. */
export const useGatewayFigures = (id: string) =>
  useQuery({
    queryKey: ['gateway', id, 'figures'],
    queryFn: () => valueOf(api.GET('/api/v1/gateways/{id}/telemetry', { params: { path: { id } } })),
  })

const historyStepMs = 300_000

/**
 * What a gateway measured in the last two days. It grows each five minutes, and is read again with the first report after them.
 * @param reportedAt of the newest figures; null: there are none, and nothing is read
 */
export const useGatewayHistory = (id: string, reportedAt: string | null) =>
  useQuery({
    queryKey: ['gateway-history', id, Math.floor(Date.parse(reportedAt ?? '') / historyStepMs)],
    enabled: reportedAt !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: () => valueOf(api.GET('/api/v1/gateways/{id}/telemetry/history', { params: { path: { id } } })),
  })

/** The cameras of a gateway that this person may see, by name. */
export const useCamerasOfGateway = (id: string) =>
  useQuery({
    queryKey: ['cameras', 'of-gateway', id],
    queryFn: async () => {
      const cameras = itemsOf((place) =>
        api.GET('/api/v1/cameras', { params: { query: { limit: 100, gateway_id: id, ...place } } }),
      )
      return (await listOf(cameras)).toSorted((one, other) => one.name.localeCompare(other.name))
    },
  })

const patch = (id: string, body: { name?: string; site_id?: string; status?: 'disabled' | 'offline' }) =>
  valueOf(api.PATCH('/api/v1/gateways/{id}', { params: { path: { id } }, body }))

/** Changes what is named of a gateway. */
export function useChangeGateway(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: GatewayPatch) => patch(id, change),
    onSuccess: (gateway) => {
      client.setQueryData(['gateway', id], gateway)
      void client.invalidateQueries({ queryKey: ['gateways'] })
      void client.invalidateQueries({ queryKey: ['health'] })
    },
  })
}

/** Lets cameras be added from the site of a gateway for so many hours; 0 ends it. */
export function useSetCommissioning(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (hours: number) =>
      valueOf(api.POST('/api/v1/gateways/{id}/commissioning', { params: { path: { id } }, body: { hours } })),
    onSuccess: (gateway) => void client.setQueryData(['gateway', id], gateway),
  })
}

/** Removes a gateway. */
export function useDeleteGateway() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await valueOf(api.DELETE('/api/v1/gateways/{id}', { params: { path: { id } } }))
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['gateways'] })
      void client.invalidateQueries({ queryKey: ['health'] })
    },
  })
}

/** Makes a code by which a machine becomes a gateway, a new one or the one that is named. */
export function useMakePairingCode() {
  const client = useQueryClient()
  return useMutation({
    meta: { saysLimit: true },
    mutationFn: (body: { name: string; site_id: string; gateway_id?: string }) =>
      valueOf(api.POST('/api/v1/gateways/generate-pairing-code', { body })),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['gateways'] }),
  })
}
