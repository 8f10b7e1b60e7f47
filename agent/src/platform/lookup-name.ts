import { lookup } from 'node:dns/promises'
import { type MdnsLookupOptions, mdnsLookup } from './mdns-lookup.js'

/**
 * The addresses of a host name as they are now, IPv4 first; an IP literal is its own. A `.local` name is asked by mDNS
 * as well: small systems have no resolver that does, and theirs may take long to say that they do not know it.
 * @throws Error of the resolver, for a name that nobody knows.
 */
export async function lookupName(host: string, options: MdnsLookupOptions): Promise<string[]> {
  if (!isLocalName(host)) return byResolver(host)
  try {
    return await Promise.any([byResolver(host), byMdns(host, options)])
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error
  }
}

async function byResolver(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, order: 'ipv4first' })
  return found.map(({ address }) => address)
}

async function byMdns(host: string, options: MdnsLookupOptions): Promise<string[]> {
  const addresses = await mdnsLookup(host, options)
  if (addresses.length === 0) throw new Error('no answer by mDNS')
  return addresses
}

/** Names below `.local` belong to mDNS (RFC 6762, section 3). */
function isLocalName(host: string): boolean {
  return /\.local\.?$/i.test(host)
}
