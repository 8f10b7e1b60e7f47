import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { type Network, refusalOf } from './address-guard.js'
import type { ResolveHost } from './host-resolver.js'

/** Reveals nothing of what a private name service knows. */
export const leadsInside = 'the name leads to an address that is not public'

/** An address that outbound requests may not reach. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

/**
 * The addresses of `hostname`, all of which may be reached: one forbidden address among them refuses the
 * host, so that no retry can slide from a public address to a private one.
 * @throws ForbiddenAddress, or the resolver's error
 */
export async function permittedAddresses(
  hostname: string,
  allowed: readonly Network[],
  resolve: ResolveHost,
): Promise<LookupAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const addresses = family ? [{ address: literal, family }] : await resolve(hostname)
  for (const { address } of addresses) {
    const refusal = refusalOf(address, allowed)
    if (refusal) throw new ForbiddenAddress(family ? refusal : leadsInside)
  }
  return addresses
}
