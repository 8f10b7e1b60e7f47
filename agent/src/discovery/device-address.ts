import { isLinkLocal, isReachableAddress } from './sighting.js'

/** Where a device that announced `xaddrs` from `sender` is to be asked. */
interface DeviceAddress {
  readonly address: string
  readonly port: number
  /** Announced addresses, the one in use first; hosts that mean nothing replaced, no credentials. */
  readonly xaddrs: readonly string[]
}

/**
 * Chooses among the addresses that a device announces. The packet's sender is the proof of a way to the
 * device, so an announced address counts only for its port and path, unless the sender is link-local and
 * the device announces a routable address of its own.
 */
export function chooseAddress(xaddrs: readonly string[], sender: string): DeviceAddress {
  const named = xaddrs.map(readXaddr).filter((url) => url !== null)
  // What stands for any address of the device says less than one that it names.
  const announced = [
    ...named.filter((url) => !isAnyAddress(url)),
    ...named.filter(isAnyAddress).map((url) => withHost(url, sender)),
  ]
  const routable = announced.find((url) => isReachableAddress(url.hostname) && !isLinkLocal(url.hostname))
  const address = isLinkLocal(sender) && routable !== undefined ? routable.hostname : sender
  const inUse =
    announced.find((url) => url.hostname === address) ??
    announced.find((url) => isReachableAddress(url.hostname)) ??
    announced[0]
  if (inUse === undefined) return { address, port: 80, xaddrs: [] }
  const others = announced.filter((url) => url !== inUse)
  return {
    address,
    port: portOf(inUse),
    xaddrs: [...new Set([withHost(inUse, address), ...others].map((url) => url.href))].slice(0, 16),
  }
}

const longestUrl = 1024

function readXaddr(raw: string): URL | null {
  if (raw.length > longestUrl || !URL.canParse(raw)) return null
  const url = new URL(raw)
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.port === '0') return null
  url.username = ''
  url.password = ''
  // What is written in other letters is longer as an address.
  return url.href.length > longestUrl ? null : url
}

function isAnyAddress({ hostname }: URL): boolean {
  return hostname === '0.0.0.0' || hostname === '[::]'
}

function withHost(url: URL, host: string): URL {
  const copy = new URL(url)
  copy.hostname = host
  return copy
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}
