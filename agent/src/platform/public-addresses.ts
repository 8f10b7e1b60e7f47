import { isIP } from 'node:net'
import { type AddressPolicy, addressList, isListed, type Subnet, withoutMapping } from './address-policy.js'

/** Ranges of IPv4 that are nobody's on the internet, or not one device's (IANA special-purpose registry). */
const notPublicV4: readonly Subnet[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** All that is given out of IPv6; what lies outside is reserved, local, or embeds an address of IPv4. */
const globalV6: Subnet = ['2000::', 3]
/** And within it: protocol assignments (Teredo among them), documentation, 6to4, which embeds IPv4. */
const notPublicV6: readonly Subnet[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

/** Never a single device, whatever is listed. */
const never = addressList([
  ['0.0.0.0', 8],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
  ['::', 128],
  ['ff00::', 8],
])
const notPublic = addressList([...notPublicV4, ...notPublicV6])
const global = addressList([globalV6])

/** Says nothing of what a name resolved to: that would show the operator's own network to its customers. */
const refusal = 'this is not a public address, and a camera in direct mode must have one'

/**
 * The opposite of a site's policy: who runs a relay runs it beside the cloud, so cameras of strangers must be
 * on the internet, and nothing of the relay's own network may be reached but what its operator listed.
 * @param cidrs networks that may be reached besides
 * @throws RangeError for an entry of `cidrs` that is no CIDR.
 */
export function createPublicAddressPolicy(cidrs: readonly string[]): AddressPolicy {
  const listed = addressList(cidrs)
  return (address) => {
    const plain = withoutMapping(address)
    const family = isIP(plain)
    if (family === 0 || isListed(never, plain)) return refusal
    if (isListed(listed, plain)) return null
    const isPublic = !isListed(notPublic, plain) && (family === 4 || isListed(global, plain))
    return isPublic ? null : refusal
  }
}
