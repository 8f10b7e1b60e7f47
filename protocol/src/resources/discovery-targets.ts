import { z } from 'zod'

/** Of a scan of given addresses; a /22 has 1,024. */
export const discoveryLimits = { targets: 64, addresses: 1024, widestPrefix: 22 } as const

/** Where a scan is to look: an IPv4 network of /22 to /32, an address, or a host name. */
export const DiscoveryTarget = z
  .string()
  .trim()
  .max(253)
  .refine((text) => addressesIn(text) > 0, {
    message:
      'must be an IPv4 network of /22 to /32 such as 192.168.4.0/24, an IPv4 address such as 192.168.4.20, or a host name',
  })

/** Targets of one scan. */
export const DiscoveryTargets = z
  .array(DiscoveryTarget)
  .min(1)
  .max(discoveryLimits.targets)
  .refine((targets) => sum(targets.map(addressesIn)) <= discoveryLimits.addresses, {
    message: `must be ${discoveryLimits.addresses} addresses in all at most: look at one network after the other`,
  })

/** Body of `POST /api/v1/gateways/{gateway_id}/discovery`; may be left out. */
export const DiscoveryRequest = z
  .object({
    targets: DiscoveryTargets.optional().describe(
      'Addresses, host names and networks (up to /22) to look at one by one: for cameras on another network, or that announce nothing. Left out, the networks of the gateway are asked',
    ),
  })
  .default({})

/** How many addresses a target names; 0 for what is none. */
export function addressesIn(target: string): number {
  const [host = '', prefix, ...rest] = target.split('/')
  if (rest.length > 0) return 0
  const isAddress = z.ipv4().safeParse(host).success
  if (prefix === undefined) return isAddress || isName(host) ? 1 : 0
  const bits = /^\d{2}$/.test(prefix) ? Number(prefix) : 0
  return isAddress && bits >= discoveryLimits.widestPrefix && bits <= 32 ? 2 ** (32 - bits) : 0
}

/** A name that ends in a number can only be an address that was mistyped. */
function isName(host: string): boolean {
  return (
    /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i.test(host) &&
    !/(^|\.)\d+\.?$/.test(host)
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

export type DiscoveryRequest = z.infer<typeof DiscoveryRequest>
