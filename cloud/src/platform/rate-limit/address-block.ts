import ipaddr from 'ipaddr.js'

/**
 * Whom an address stands for where calls are limited by it: an IPv4 address for itself, also in its mapped form; an
 * IPv6 address for its /64, which is what one line has to choose from.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const [a = 0, b = 0, c = 0, d = 0] = parsed.parts
  return `${[a, b, c, d].map((part) => part.toString(16)).join(':')}::/64`
}
