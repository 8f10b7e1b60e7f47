import { discoveryLimits } from '@sightline/protocol'
import { OnvifError } from '../onvif/onvif-error.js'
import { resolveHost } from '../onvif/resolve-host.js'
import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import { AgentError } from '../platform/errors.js'

export interface TargetDeps {
  readonly allowed: AddressPolicy
  readonly clock: Clock
}

/**
 * The IPv4 addresses that targets name, each once, in their order. Of a network those are left out that no device
 * has (its own and the broadcast address) and those where cameras may not live.
 * @param targets as `DiscoveryTargets` admits them.
 * @throws AgentError `usage` for a target of which nothing may be asked, with the reason.
 */
export async function targetAddresses(targets: readonly string[], deps: TargetDeps): Promise<string[]> {
  const named = await Promise.all(targets.map((target) => addressesOf(target, deps)))
  return [...new Set(named.flat())].slice(0, discoveryLimits.addresses)
}

async function addressesOf(target: string, { allowed, clock }: TargetDeps): Promise<string[]> {
  const [host = '', prefix] = target.split('/')
  if (prefix === undefined) return [await hostAddress(host, allowed, clock)]
  const addresses = networkAddresses(host, Number(prefix))
  const permitted = addresses.filter((address) => allowed(address) === null)
  const [first = host] = addresses
  if (permitted.length === 0)
    throw new AgentError('usage', `${target} cannot be looked at: ${allowed(first) ?? 'it is empty'}`)
  return permitted
}

async function hostAddress(host: string, allowed: AddressPolicy, clock: Clock): Promise<string> {
  try {
    return await resolveHost(host, allowed, clock)
  } catch (error) {
    if (!(error instanceof OnvifError)) throw error
    throw new AgentError('usage', error.message, { cause: error })
  }
}

/** The addresses of devices in a network. A /31 and a /32 have neither network nor broadcast address (RFC 3021). */
export function networkAddresses(address: string, prefix: number): string[] {
  const size = 2 ** (32 - prefix)
  const first = Math.floor(numberOf(address) / size) * size
  const all = Array.from({ length: size }, (_, offset) => textOf(first + offset))
  return prefix >= 31 ? all : all.slice(1, -1)
}

function numberOf(address: string): number {
  return address.split('.').reduce((value, part) => value * 256 + Number(part), 0)
}

function textOf(value: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) % 256).join('.')
}
