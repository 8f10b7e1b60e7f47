import { type components, valueOf } from '@sightline/client'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { asServiceTime } from '../time/service-clock.js'
import { api } from './api.js'

export type Webhook = components['schemas']['WebhookDetail']
export type Delivery = components['schemas']['WebhookDelivery']
export type DeliveryDetail = components['schemas']['WebhookDeliveryDetail']
export type DeliveryStatus = Delivery['status']

/** How many deliveries one look shows, and of how many the share received is told. */
export const newest = 100

const listKey = ['webhooks'] as const
const webhookKey = (id: string) => ['webhooks', id] as const
const deliveriesKey = (id: string) => ['webhooks', id, 'deliveries'] as const

/** Every webhook, oldest first. */
export const useWebhooks = () =>
  useQuery({
    queryKey: [...listKey, 'list'],
    // There are a hundred at most: they come at once.
    queryFn: async () => (await valueOf(api.GET('/api/v1/webhooks'))).data,
  })

export const useWebhook = (id: string) =>
  useQuery({
    queryKey: [...webhookKey(id), 'one'],
    queryFn: () => valueOf(api.GET('/api/v1/webhooks/{id}', { params: { path: { id } } })),
  })

/** The newest deliveries of a webhook, and how many there are. What is on its way is read again when its next attempt was due. */
export const useDeliveries = (id: string, status: DeliveryStatus | null) =>
  useQuery({
    queryKey: [...deliveriesKey(id), status ?? 'all'],
    queryFn: () =>
      valueOf(
        api.GET('/api/v1/webhooks/{id}/deliveries', {
          params: { path: { id }, query: { limit: newest, ...(status !== null && { status }) } },
        }),
      ),
    refetchInterval: ({ state }) => untilNextAttempt(state.data?.data ?? []),
  })

/** How many deliveries of a status there are. */
export const useDeliveryCount = (id: string, status: DeliveryStatus) =>
  useQuery({
    queryKey: [...deliveriesKey(id), 'count', status],
    queryFn: async () => {
      const query = { status, limit: 1 }
      const path = { params: { path: { id }, query } }
      return (await valueOf(api.GET('/api/v1/webhooks/{id}/deliveries', path))).total
    },
  })

export const useDelivery = (id: string, deliveryId: string) =>
  useQuery({
    queryKey: [...deliveriesKey(id), 'one', deliveryId],
    queryFn: () =>
      valueOf(
        api.GET('/api/v1/webhooks/{id}/deliveries/{deliveryId}', { params: { path: { id, deliveryId } } }),
      ),
    refetchInterval: ({ state }) => untilNextAttempt(state.data ? [state.data] : []),
  })

/** An attempt takes a moment, and what is due waits for a place: it is looked again no sooner, and no later, ms. */
const [soonestMs, latestMs] = [1_000, 60_000]

/** Those on their way are read again once an attempt was due, also where no notice tells of it. @returns ms; false: none is */
function untilNextAttempt(deliveries: readonly Pick<Delivery, 'next_attempt_at'>[]): number | false {
  const due = deliveries.flatMap(({ next_attempt_at: at }) => (at === null ? [] : [Date.parse(at)]))
  if (due.length === 0) return false
  const waitMs = Math.min(...due) - asServiceTime(Date.now())
  return Math.min(latestMs, Math.max(soonestMs, waitMs + soonestMs))
}

export interface WebhookFields {
  readonly name: string
  readonly url: string
}

/** Makes a webhook; the answer shows its secret this once. */
export function useMakeWebhook() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (fields: WebhookFields) =>
      valueOf(api.POST('/api/v1/webhooks', { body: { ...fields, event_types: ['alert'], enabled: true } })),
    onSuccess: () => readAgain(client),
  })
}

export function useChangeWebhook(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<WebhookFields & { enabled: boolean }>) =>
      valueOf(api.PATCH('/api/v1/webhooks/{id}', { params: { path: { id } }, body })),
    onSettled: () => readAgain(client),
  })
}

export function useDeleteWebhook(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => valueOf(api.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: [...listKey, 'list'] }),
  })
}

/** A new secret; the answer shows it this once, and the one before signs for another day. */
export function useRotateSecret(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => valueOf(api.POST('/api/v1/webhooks/{id}/rotate-secret', { params: { path: { id } } })),
    onSuccess: () => readAgain(client),
  })
}

export function useTestWebhook(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => valueOf(api.POST('/api/v1/webhooks/{id}/test', { params: { path: { id } } })),
    onSettled: () => readAgain(client),
  })
}

/** Sends one finished delivery anew. */
export function useSendAgain(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deliveryId: string) =>
      valueOf(
        api.POST('/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
          params: { path: { id, deliveryId } },
        }),
      ),
    onSettled: () => readAgain(client),
  })
}

/** Sends all that were given up anew; a webhook that is off is switched on before. */
export function useSendFailedAgain(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ switchOn }: { switchOn: boolean }) => {
      const params = { path: { id } }
      if (switchOn) await valueOf(api.PATCH('/api/v1/webhooks/{id}', { params, body: { enabled: true } }))
      return valueOf(api.POST('/api/v1/webhooks/{id}/redeliver-failed', { params }))
    },
    onSettled: () => readAgain(client),
  })
}

const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: listKey })
