import type { EventAddress } from './event-requests.js'
import type { OnvifSession } from './onvif-session.js'

/** Where requests of the event service go, on the device of a session. */
export interface SubscriptionEndpoint {
  readonly port: number
  readonly path: string
  readonly tls: boolean
}

/** Where a subscription answers: at the host of the session, at the port and path that the camera names. */
export function subscriptionEndpoint(address: string, session: OnvifSession): SubscriptionEndpoint {
  const { port, tls = false } = session.endpoint
  if (!URL.canParse(address)) return { port, path: session.servicePath('events'), tls }
  const url = new URL(address)
  const isTls = url.protocol === 'https:'
  if (!isTls && url.protocol !== 'http:') return { port, path: session.servicePath('events'), tls }
  const named = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  return { port: named, path: `${url.pathname}${url.search}`, tls: isTls }
}

/** The address of an endpoint, as the device is to read it in the To header. */
export function urlOf({ port, path, tls }: SubscriptionEndpoint, { endpoint }: OnvifSession): string {
  const host = endpoint.address.includes(':') ? `[${endpoint.address}]` : endpoint.address
  return `${tls ? 'https' : 'http'}://${host}:${port}${path}`
}

/** The event service itself, to which subscriptions are asked for. */
export function serviceOf(session: OnvifSession): EventAddress {
  return { url: urlOf(subscriptionEndpoint('', session), session), referenceParameters: '' }
}
