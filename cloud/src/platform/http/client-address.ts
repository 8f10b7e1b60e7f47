import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

/** A request as it came over the wire, without a framework around it. */
export interface RawRequest {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Where a request came from, as `request.ip` of a route says it: the nearest address that is not one of the trusted proxies.
 * @param trusted addresses and ranges whose `X-Forwarded-For` is believed
 */
export function clientAddress({ headers, socket }: RawRequest, trusted: readonly string[]): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
  let nearest = socket.remoteAddress ?? ''
  for (const hop of forwarded.split(',').toReversed()) {
    const before = hop.trim()
    if (!isTrusted(nearest, trusted) || !ipaddr.isValid(before)) return nearest
    nearest = before
  }
  return nearest
}

function isTrusted(address: string, trusted: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return trusted.some((range) => {
    const [base, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.process(range), undefined]
    if (base.kind() !== parsed.kind()) return false
    return parsed.match(base, bits ?? (parsed.kind() === 'ipv4' ? 32 : 128))
  })
}
