import type { IncomingHttpHeaders } from 'node:http'

/** A name or an address, in brackets where it is IPv6, with or without a port (RFC 9110, 7.2). */
const hostAndPort = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** As proxies write it; Traefik says of a WebSocket that it is one. */
const schemes: ReadonlyMap<string, string> = new Map([
  ['', 'http'],
  ['http', 'http'],
  ['https', 'https'],
  ['ws', 'http'],
  ['wss', 'https'],
])

/**
 * The origin of this service as whoever asks has addressed it: `https://video.example.com:8443`. The service itself speaks plain
 * http, so that what stands before TLS is told by `X-Forwarded-Proto`, `-Host` and `-Port`. Anybody can write those: they are
 * read of a trusted proxy alone.
 *
 * @param isOfProxy whether a trusted proxy hands the request on
 * @returns null where that cannot be told
 */
export function addressedOrigin(headers: IncomingHttpHeaders, isOfProxy: boolean): string | null {
  const said = (name: 'proto' | 'host' | 'port') =>
    isOfProxy ? [headers[`x-forwarded-${name}`] ?? []].flat().join(',') : ''
  const scheme = schemes.get(said('proto').toLowerCase())
  const host = said('host') || (headers.host ?? '')
  const port = said('port')
  // A list was written by more than that proxy, and nobody can tell by whom: it is neither scheme, host nor port.
  if (scheme === undefined || !hostAndPort.test(host) || !/^\d{0,5}$/.test(port)) return null
  const text = `${scheme}://${host}${port === '' || /:\d+$/.test(host) ? '' : `:${port}`}`
  return URL.canParse(text) ? new URL(text).origin : null
}
