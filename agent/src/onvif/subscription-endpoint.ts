import { serviceAddress } from './camera-url.js'
import type { EventAddress } from './event-requests.js'
import { OnvifError, OperationRefused } from './onvif-error.js'
import type { OnvifSession } from './onvif-session.js'

/** Where requests of the event service go, on the device of a session. */
export interface SubscriptionEndpoint {
  readonly port: number
  readonly path: string
  readonly tls: boolean
}

/**
 * Where a subscription answers: at the host of the session, at the port and path that the camera names. A session that
 * is encrypted stays so, whatever the camera names: its web server serves the same paths, and tokens are not shown to
 * the network.
 */
export function subscriptionEndpoint(address: string, session: OnvifSession): SubscriptionEndpoint {
  const { port, tls = false } = session.endpoint
  const named = serviceAddress(address)
  if (named === null) return { port, path: session.servicePath('events'), tls }
  const { path, ports } = named
  if (ports.includes(port) || (tls && !named.tls)) return { port, path, tls }
  return { port: ports.at(-1) ?? (named.tls ? 443 : 80), path, tls: named.tls }
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

/**
 * Whether an error says that something else, or nothing, answers at a port. Routers drop without a word what is for a port
 * that they do not hand on.
 * @param isRepeatable a request that is repeated does no harm where the first one was taken after all
 */
export function mayBeElsewhere(error: unknown, isRepeatable: boolean): boolean {
  if (!(error instanceof OnvifError) || error instanceof OperationRefused) return false
  const { fault } = error
  return (
    fault === 'refused' ||
    fault === 'not_found' ||
    fault === 'protocol' ||
    (fault === 'timeout' && isRepeatable)
  )
}
