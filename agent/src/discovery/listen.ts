import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import { readDefaultRoutes } from '../platform/default-routes.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import { browseInterface } from './mdns.js'
import { scanAddresses } from './network-interfaces.js'
import type { Sighting } from './sighting.js'
import { timeBudget } from './time-budget.js'
import { probeInterface } from './ws-discovery.js'

export interface ListenDeps {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly allowed: AddressPolicy
  /** Addresses of this machine to scan from; by default all that `scanAddresses` finds. */
  readonly scanFrom?: readonly string[]
}

/**
 * Asks by WS-Discovery and mDNS on every interface at once for `ms` milliseconds. An interface that fails
 * is left out; the others go on.
 */
export async function listen(
  ms: number,
  seen: (sighting: Sighting) => void,
  deps: ListenDeps,
  signal: AbortSignal,
): Promise<void> {
  const budget = timeBudget(signal, ms, deps.clock)
  const addresses = deps.scanFrom ?? scanAddresses(deps.allowed)
  const routes = await readDefaultRoutes()
  const heard = { ...deps, routers: new Set(routes.map(({ router }) => router)) }
  try {
    await Promise.all(
      addresses.flatMap((address) => [
        probeInterface(address, seen, deps, budget.signal).catch(skipped(address, 'ws-discovery')),
        browseInterface(address, seen, heard, budget.signal).catch(skipped(address, 'mdns')),
      ]),
    )
  } finally {
    budget.release()
  }
  signal.throwIfAborted()

  function skipped(address: string, source: Sighting['source']) {
    return (err: unknown): void => deps.log.warn({ address, source, err }, 'discovery.interface_skipped')
  }
}
