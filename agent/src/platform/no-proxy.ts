import { isIP } from 'node:net'
import { addressList, isListed } from './address-policy.js'

/**
 * Whether `NO_PROXY` names where `url` leads, in the forms that are in use: `*`, a name with all that is below it (`example.com`,
 * `.example.com`, `*.example.com`), an address, a network (`10.0.0.0/8`), each with a port or for all.
 */
export function isExempt(url: string, entries: readonly string[]): boolean {
  const { hostname, port, protocol } = new URL(url)
  const host = plain(hostname)
  const usualPort = protocol === 'https:' ? '443' : '80'
  return entries.some((entry) => {
    // Of an address of IPv6 without brackets no port can be told.
    const [, name = entry, onlyPort] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? []
    if (onlyPort !== undefined && onlyPort !== (port === '' ? usualPort : port)) return false
    return name === '*' || (isIP(host) === 0 ? isBelow(host, plain(name)) : isWithin(host, plain(name)))
  })
}

function plain(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

function isBelow(host: string, name: string): boolean {
  const domain = name.replace(/^\*?\./, '')
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`))
}

/** What is no network names none. */
function isWithin(address: string, network: string): boolean {
  try {
    return isListed(addressList([network]), address)
  } catch {
    return false
  }
}
