import { FailedCall, type FieldProblem, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

/** What a gateway found on its network. */
export type Found = Awaited<ReturnType<typeof readFound>>
export type Device = Found['data'][number]
/** What came of looking at a camera. */
export type Verdict = Awaited<ReturnType<typeof lookAt>>
export type Picture = NonNullable<Verdict['picture']>

/** How a camera is reached, and by whom. */
export interface Reach {
  /** Null: over the internet, by a relay. */
  readonly gatewayId: string | null
  readonly connection:
    | {
        readonly type: 'onvif'
        readonly host: string
        readonly port: number
        /** Null: the largest picture. */
        readonly channel: string | null
      }
    | { readonly type: 'rtsp'; readonly url: string; readonly subUrl: string | null }
  readonly username: string
  readonly password: string
}

const foundKey = (gatewayId: string) => ['gateways', gatewayId, 'found']

const readFound = (id: string) =>
  valueOf(api.GET('/api/v1/gateways/{id}/commissioning', { params: { path: { id } } }))

/** What the gateway found, read again as it finds more. */
export const useFound = (gatewayId: string) =>
  useQuery({ queryKey: foundKey(gatewayId), queryFn: () => readFound(gatewayId), staleTime: 0 })

/** Has the gateway look for cameras: on its networks, or at the addresses that are named. */
export function useScan(gatewayId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (targets?: readonly string[]) =>
      valueOf(
        api.POST('/api/v1/gateways/{id}/commissioning', {
          params: { path: { id: gatewayId } },
          body: { scan: true, ...(targets && { targets: [...targets] }) },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: foundKey(gatewayId) }),
  })
}

function fieldsOf({ gatewayId, connection, username, password }: Reach) {
  const place =
    gatewayId === null
      ? ({ connection_mode: 'direct' } as const)
      : ({ connection_mode: 'gateway', gateway_id: gatewayId } as const)
  if (connection.type === 'rtsp') {
    const { type, url: rtsp_url, subUrl: rtsp_sub_url } = connection
    return { ...place, type, rtsp_url, rtsp_sub_url, rtsp_username: username, rtsp_password: password }
  }
  const { type, host, port, channel: onvif_channel } = connection
  return { ...place, type, host, port, onvif_channel, onvif_username: username, onvif_password: password }
}

/** Connects to a camera and says what is there. Nothing is stored. @param make as a scan found it; null: not known */
export const lookAt = (reach: Reach, make: string | null) =>
  valueOf(
    api.POST('/api/v1/cameras/validate-connection', {
      body: { ...fieldsOf(reach), ...(make !== null && { manufacturer: make }) },
    }),
  )

/** Adds a camera; behind a gateway it is connected to once more before. */
export const addCamera = (reach: Reach, { name, siteId }: { name: string; siteId: string }) =>
  valueOf(api.POST('/api/v1/cameras', { body: { ...fieldsOf(reach), name, site_id: siteId } }))

/** Why the service did not do it. `line`: it was not reached; `many`: it was asked too often in a moment. */
export type Refusal =
  | { readonly kind: 'line' | 'many' }
  | {
      readonly kind: 'refused'
      readonly message: string
      /** Of the camera, where that is why. */
      readonly fault: string | null
      readonly details: readonly FieldProblem[]
    }

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof FailedCall)) return { kind: 'line' }
  const { status, message, fault, details } = error.error
  if (status === 429 || status === 503) return { kind: 'many' }
  return { kind: 'refused', message, fault, details }
}
