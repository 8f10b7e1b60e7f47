import { isIPv4 } from 'node:net'

/**
 * What one answer, from one source, over one interface said about a device; cleaned, but not yet merged
 * with what others said about the same device.
 */
export interface Sighting {
  /** `scan`: an address that was asked. `identification`: a device that was found already, asked without credentials. */
  readonly source: 'ws-discovery' | 'mdns' | 'scan' | 'identification'
  /** IPv4 address under which the device can be reached from here. */
  readonly address: string
  readonly port: number
  /** Whether the ONVIF device service answers at `port`. */
  readonly onvif: boolean
  /** WS-Discovery endpoint reference; some cameras make a new one at each start. */
  readonly endpoint: string | null
  /** Lower case with colons. */
  readonly mac: string | null
  readonly serial: string | null
  /** mDNS instance and host name: the services of one responder share it. */
  readonly instance: string | null
  readonly name: string | null
  readonly manufacturer: string | null
  readonly model: string | null
  readonly xaddrs: readonly string[]
  readonly rtspUrls: readonly string[]
}

/** Given by the machine to itself (RFC 3927): rarely reachable, and announced beside the real address. */
export function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.')
}

export function isLoopback(address: string): boolean {
  return address.startsWith('127.')
}

/** An IPv4 address at which a single device can be reached. */
export function isReachableAddress(address: string): boolean {
  return isIPv4(address) && !/^(0|22[4-9]|23\d|24\d|25[0-5])\./.test(address)
}
