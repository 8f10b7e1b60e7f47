import type { IncomingHttpHeaders } from 'node:http'
import type { Platform } from '../../../platform/platform.js'

/** From where pages may watch. */
export interface AdmittedOrigins {
  readonly publicUrl: string
  readonly corsOrigins: readonly string[]
}

/**
 * True for an origin that may open the live socket: that of the service itself, of `CORS_ORIGINS`, or one that a live token
 * names. None means that no page asks, which only a credential of its own may do.
 */
export function isAdmittedOrigin(
  origin: string,
  { publicUrl, corsOrigins }: AdmittedOrigins,
  named: readonly string[] = [],
): boolean {
  return isOwn(origin, publicUrl) || corsOrigins.includes(origin) || named.includes(origin)
}

export const originsOf = (platform: Pick<Platform, 'publicUrl' | 'config'>): AdmittedOrigins => ({
  publicUrl: platform.publicUrl(),
  corsOrigins: platform.config.corsOrigins,
})

/** The same of a request by HTTP. A browser names no origin to a page's own service, and says so instead. */
export function isOfAdmittedPage(
  headers: IncomingHttpHeaders,
  platform: Pick<Platform, 'publicUrl' | 'config'>,
  named: readonly string[],
): boolean {
  const { origin } = headers
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin'
  return isAdmittedOrigin(origin, originsOf(platform), named)
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
