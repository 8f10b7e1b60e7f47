import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Log } from '../log.js'
import { addressIn } from './forwarded-address.js'
import { type ForwardedChain, forwardedChains } from './forwarded-chain.js'

/** A request as it came over the wire, without a framework around it. */
export interface RawRequest {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined } | null
}

/** On the answer of readiness, by which `doctor` learns what the proxy in front of the service writes; with an `AddressDoubt`. */
export const addressDoubtHeader = 'x-client-address'

/**
 * Why it is not certain who asked by a trusted proxy: what it writes cannot be read; two of its headers name two of them, so that one may be
 * what a client claims; or it writes nothing.
 */
export type AddressDoubt = 'unreadable' | 'differing' | 'unsaid'

interface Client {
  readonly address: string
  /** What a trusted proxy said of who asked, and nobody can read; null: it was read, or no trusted proxy asked. */
  readonly unread: string | null
}

interface Found extends Client {
  readonly doubt: AddressDoubt | null
  /** Whom the header says that does not count, where that is somebody else. */
  readonly other: string | null
}

type Range = readonly [base: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Who asks, of routes and sockets alike: limits and the audit go by it. */
export class ClientAddresses {
  readonly #trusted: readonly Range[]
  readonly #log: Log
  readonly #said = new Set<AddressDoubt>()

  /** @param trusted addresses and ranges whose `X-Forwarded-For`, or else `Forwarded`, or else `X-Real-IP` is believed */
  constructor(trusted: readonly string[], log: Log) {
    this.#trusted = trusted.map(rangeOf)
    this.#log = log
  }

  /**
   * The nearest address that is not one of the trusted proxies. Where a proxy writes what cannot be read, it is that proxy's own,
   * so that limits by address still hold, for all of its callers together; that is said once. So is that two headers differ.
   */
  of(request: RawRequest): string {
    const { address, doubt, unread, other } = this.#find(request)
    if (doubt === 'unreadable' && this.#isNews(doubt))
      this.#log.warn({ proxy: address, said: unread?.slice(0, 100) }, 'proxy.address_unreadable')
    if (doubt === 'differing' && this.#isNews(doubt))
      this.#log.warn({ address, other }, 'proxy.addresses_differ')
    return address
  }

  /** Why it is not certain who asked; null where it is, or where no trusted proxy asked. */
  doubtOf(request: RawRequest): AddressDoubt | null {
    return this.#find(request).doubt
  }

  /** True if a trusted proxy hands the request on, so that what it says of it is believed. */
  isOfProxy({ socket }: RawRequest): boolean {
    return this.#isTrusted(addressOfPeer(socket))
  }

  #isNews(doubt: AddressDoubt): boolean {
    const isNews = !this.#said.has(doubt)
    this.#said.add(doubt)
    return isNews
  }

  #find({ headers, socket }: RawRequest): Found {
    const nearest = addressOfPeer(socket)
    const nobody = { address: nearest, unread: null, other: null }
    if (!this.#isTrusted(nearest)) return { ...nobody, doubt: null }
    const [counts, besides] = forwardedChains(headers)
    if (!counts) return { ...nobody, doubt: 'unsaid' }
    const client = this.#follow(nearest, counts)
    if (client.unread !== null) return { ...client, doubt: 'unreadable', other: null }
    const other = besides ? this.#follow(nearest, besides).address : client.address
    return other === client.address
      ? { ...client, doubt: null, other: null }
      : { ...client, doubt: 'differing', other }
  }

  #follow(nearest: string, { elements }: ForwardedChain): Client {
    let address = nearest
    for (const element of elements) {
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
