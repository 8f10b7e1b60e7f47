import { addressedOrigin } from '../../../platform/http/addressed-origin.js'
import type { RawRequest } from '../../../platform/http/client-address.js'
import type { Platform } from '../../../platform/platform.js'

/** From where pages may watch. */
export interface AdmittedOrigins {
  /** The service as it was addressed; null where nobody can tell. */
  readonly addressed: string | null
  readonly publicUrl: string
  readonly corsOrigins: readonly string[]
}

/**
 * True for an origin that may open the live socket: that of the service, by the host that the request came to or by `PUBLIC_URL`,
 * one of `CORS_ORIGINS`, or one that a live token names. None means that no page asks, which only a credential of its own may do.
 */
export function isAdmittedOrigin(
  origin: string,
  { addressed, publicUrl, corsOrigins }: AdmittedOrigins,
  named: readonly string[] = [],
): boolean {
  const isOurs = isOwn(origin, publicUrl) || (origin === addressed && !isWithoutTls(origin, publicUrl))
  return isOurs || corsOrigins.includes(origin) || named.includes(origin)
}

type OriginDeps = Pick<Platform, 'publicUrl' | 'config' | 'clientAddresses'>

export const originsOf = (platform: OriginDeps, request: RawRequest): AdmittedOrigins => ({
  addressed: addressedOrigin(request.headers, platform.clientAddresses.isOfProxy(request)),
  publicUrl: platform.publicUrl(),
  corsOrigins: platform.config.corsOrigins,
})

/** The same of a request by HTTP. A browser names no origin to a page's own service, and says so instead. */
export function isOfAdmittedPage(
  request: RawRequest,
  platform: OriginDeps,
  named: readonly string[],
): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined) return site === 'same-origin'
  return isAdmittedOrigin(origin, originsOf(platform, request), named)
}

/** Where people reach the service by https, a page of the same name by plain http is of somebody on the way. */
function isWithoutTls(origin: string, publicUrl: string): boolean {
  const [asked, own] = [new URL(origin), new URL(publicUrl)]
  return asked.hostname === own.hostname && asked.protocol === 'http:' && own.protocol === 'https:'
}

/** A service that is reached on its own machine alone has several names, and people type any of them. */
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function isOwn(origin: string, publicUrl: string): boolean {
  const own = new URL(publicUrl)
  if (origin === own.origin) return true
  if (!loopback.has(own.hostname) || !URL.canParse(origin)) return false
  const asked = new URL(origin)
  return loopback.has(asked.hostname) && asked.protocol === own.protocol && asked.port === own.port
}
