import ipaddr from 'ipaddr.js'

/** A network in CIDR form, parsed. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>

/** @throws Error if `text` is no CIDR such as `10.0.0.0/8`. */
export function parseNetwork(text: string): Network {
  return ipaddr.parseCIDR(text.trim())
}

/**
 * Why an outbound connection to `address` is refused, or null if it may be made. Only public unicast
 * addresses may be reached, and what `allowed` lists; an address that embeds another (mapped, NAT64, 6to4) is
 * judged by its own range and never by the embedded one.
 */
export function refusalOf(address: string, allowed: readonly Network[]): string | null {
  if (!ipaddr.isValid(address)) return `${address} is not an IP address`
  const parsed = unmapped(ipaddr.parse(address))
  if (allowed.some((network) => contains(network, parsed))) return null
  const range = parsed.range()
  if (range !== 'unicast') return `${address} is not a public address (${range})`
  if (parsed.kind() === 'ipv6' && !isGlobalUnicast(parsed)) return `${address} is not a public address`
  return null
}

type Address = ReturnType<typeof ipaddr.parse>

/** An IPv4 address that came in IPv6 clothes (`::ffff:10.0.0.1`) is the IPv4 address. */
function unmapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

function contains([base, bits]: Network, address: Address): boolean {
  return base.kind() === address.kind() && address.match(base, bits)
}

/** Global unicast of today is 2000::/3 (IANA); everything else is reserved. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

function isGlobalUnicast(address: Address): boolean {
  return contains(globalUnicast, address)
}
