import { networkInterfaces } from 'node:os'
import type { AddressPolicy } from '../platform/address-policy.js'

const maxInterfaces = 16

/**
 * The IPv4 addresses of this machine from which to scan: every interface, also those of bridges and VPNs,
 * and loopback only where cameras are allowed to live there.
 */
export function scanAddresses(allowed: AddressPolicy): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((info) => info.family === 'IPv4')
    .filter((info) => !info.internal || allowed(info.address) === null)
    .map((info) => info.address)
    .slice(0, maxInterfaces)
}
