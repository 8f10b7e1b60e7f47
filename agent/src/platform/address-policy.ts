import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * Whether the agent may connect to a camera's address.
 * @param address an IP literal, after names were resolved.
 * @returns null if it may, else a sentence that says why not.
 */
export type AddressPolicy = (address: string) => string | null

/** A network in two parts. */
export type Subnet = readonly [network: string, prefix: number]

const v4 = {
  local: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  loopback: [['127.0.0.0', 8]],
  linkLocal: [['169.254.0.0', 16]],
  never: [
    ['0.0.0.0', 8],
    ['224.0.0.0', 4],
    ['255.255.255.255', 32],
  ],
} satisfies Record<string, Subnet[]>

const v6 = {
  local: [['fc00::', 7]],
  loopback: [['::1', 128]],
  linkLocal: [['fe80::', 10]],
  never: [
    ['::', 128],
    ['ff00::', 8],
  ],
} satisfies Record<string, Subnet[]>

const local = addressList([...v4.local, ...v6.local])
const loopback = addressList([...v4.loopback, ...v6.loopback])
const linkLocal = addressList([...v4.linkLocal, ...v6.linkLocal])
const never = addressList([...v4.never, ...v6.never])

/**
 * Cameras live on the site's own network: private ranges are open, everything else only where the person
 * who runs the agent listed it in `cidrs`.
 * @throws RangeError for an entry of `cidrs` that is no CIDR.
 */
export function createAddressPolicy(cidrs: readonly string[]): AddressPolicy {
  const listed = addressList(cidrs)
  return (address) => {
    const plain = withoutMapping(address)
    if (isIP(plain) === 0) return `${address} is not an IP address`
    if (isListed(never, plain)) return `${plain} is not the address of a single device`
    if (isListed(listed, plain) || isListed(local, plain)) return null
    if (isListed(loopback, plain))
      return `${plain} is this machine itself; list it in CAMERA_CIDRS to allow it`
    if (isListed(linkLocal, plain)) {
      return `${plain} is a link-local address; give the camera an address of your network, or list it in CAMERA_CIDRS`
    }
    return `${plain} is not on a private network; list it in CAMERA_CIDRS to allow it`
  }
}

/**
 * Reads `network/prefix`; a bare address means that one address.
 * @throws RangeError if it is neither.
 */
export function parseCidr(cidr: string): { network: string; prefix: number } {
  const [network = '', prefixText] = cidr.trim().split('/')
  const widest = isIPv4(network) ? 32 : isIPv6(network) ? 128 : 0
  const prefix = prefixText === undefined ? widest : /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : -1
  if (widest === 0 || prefix < 0 || prefix > widest) {
    throw new RangeError(`"${cidr}" is no network in CIDR notation such as 192.168.4.0/22`)
  }
  return { network, prefix }
}

/** `::ffff:10.0.0.1` reaches the same host as `10.0.0.1`, so it is judged as that; zone ids do not matter. */
export function withoutMapping(address: string): string {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(plain)
  if (hex?.[1] === undefined || hex[2] === undefined) return plain
  const high = Number.parseInt(hex[1], 16)
  const low = Number.parseInt(hex[2], 16)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/**
 * The networks as one list.
 * @throws RangeError for a text that is no CIDR.
 */
export function addressList(networks: readonly (Subnet | string)[]): BlockList {
  const list = new BlockList()
  for (const entry of networks) {
    const [network, prefix] = typeof entry === 'string' ? subnetOf(entry) : entry
    list.addSubnet(network, prefix, isIPv4(network) ? 'ipv4' : 'ipv6')
  }
  return list
}

function subnetOf(cidr: string): Subnet {
  const { network, prefix } = parseCidr(cidr)
  return [network, prefix]
}

/** Whether an IP literal lies in one of the networks. */
export function isListed(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}
