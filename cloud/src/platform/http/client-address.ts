import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Log } from '../log.js'
import { addressIn } from './forwarded-address.js'

/** A request as it came over the wire, without a framework around it. */
export interface RawRequest {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined } | null
}

/** On the answer of readiness, by which `doctor` learns what the proxy in front of the service writes. */
export const unreadAddressHeader = { name: 'x-client-address', value: 'unreadable' }

interface Client {
  readonly address: string
  /** What a trusted proxy said of who asked, and nobody can read; null: it was read, or no trusted proxy asked. */
  readonly unread: string | null
}

type Range = readonly [base: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Who asks, of routes and sockets alike: limits and the audit go by it. */
export class ClientAddresses {
  readonly #trusted: readonly Range[]
  readonly #log: Log
  #wasSaid = false

  /** @param trusted addresses and ranges whose `X-Forwarded-For` is believed */
  constructor(trusted: readonly string[], log: Log) {
    this.#trusted = trusted.map(rangeOf)
    this.#log = log
  }

  /**
   * The nearest address that is not one of the trusted proxies. Where a proxy writes what cannot be read, it is that proxy's own,
   * so that limits by address still hold, for all of its callers together; that is said once.
   */
  of(request: RawRequest): string {
    const { address, unread } = this.#find(request)
    if (unread !== null && !this.#wasSaid) {
      this.#wasSaid = true
      this.#log.warn({ proxy: address, said: unread.slice(0, 100) }, 'proxy.address_unreadable')
    }
    return address
  }

  /** True if a trusted proxy says who asks in a way that nobody can read. */
  isUnread(request: RawRequest): boolean {
    return this.#find(request).unread !== null
  }

  /** True if a trusted proxy hands the request on, so that what it says of it is believed. */
  isOfProxy({ socket }: RawRequest): boolean {
    return this.#isTrusted(addressOfPeer(socket))
  }

  #find({ headers, socket }: RawRequest): Client {
    let address = addressOfPeer(socket)
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
    if (forwarded.trim() === '') return { address, unread: null }
    for (const element of forwarded.split(',').toReversed()) {
      if (!this.#isTrusted(address)) break
      const before = addressIn(element)
      if (before === null) return { address, unread: element.trim() }
      address = before
    }
    return { address, unread: null }
  }

  #isTrusted(address: string): boolean {
    if (this.#trusted.length === 0 || !ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return this.#trusted.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits))
  }
}

function addressOfPeer(socket: RawRequest['socket']): string {
  const peer = socket?.remoteAddress ?? ''
  return addressIn(peer) ?? peer
}

function rangeOf(text: string): Range {
  const [base, bits] = text.includes('/')
    ? ipaddr.parseCIDR(text)
    : ([ipaddr.parse(text), undefined] as const)
  const ofIPv4 = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && (bits ?? 128) >= 96
  if (ofIPv4) return [base.toIPv4Address(), (bits ?? 128) - 96]
  return [base, bits ?? (base.kind() === 'ipv4' ? 32 : 128)]
}
