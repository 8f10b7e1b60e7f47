import type { OnvifSessionDeps } from '../onvif/onvif-endpoint.js'
import type { Logger } from '../platform/logger.js'
import { type AskedPorts, askAddress } from './ask-address.js'
import { probeAddresses } from './probe-addresses.js'
import type { Sighting } from './sighting.js'
import { type TargetDeps, targetAddresses } from './target-addresses.js'
import { timeBudget } from './time-budget.js'

export interface AskTargetsDeps extends TargetDeps, OnvifSessionDeps {
  readonly log: Logger
  /** Other ports than the usual ones. */
  readonly ports?: AskedPorts
}

interface TargetSearch {
  readonly targets: readonly string[]
  readonly ms: number
  readonly seen: (sighting: Sighting) => void
}

/** Addresses that are asked at once. */
const atOnce = 64

/**
 * Searches cameras at given addresses within `ms` milliseconds: each is probed once by WS-Discovery, and what does
 * not answer that is asked at its usual ports.
 * @throws AgentError `usage` for a target that may not be asked; the signal's reason.
 */
export async function askTargets(
  { targets, ms, seen }: TargetSearch,
  deps: AskTargetsDeps,
  signal: AbortSignal,
): Promise<void> {
  const addresses = await targetAddresses(targets, deps)
  const budget = timeBudget(signal, ms, deps.clock)
  try {
    const answered = new Set<string>()
    const heard = (sighting: Sighting): void => {
      answered.add(sighting.address)
      seen(sighting)
    }
    const probeMs = Math.min(ms / 3, 1500 + addresses.length * 8)
    await probeAddresses({ addresses, ms: probeMs, seen: heard }, deps, budget.signal)
    const waiting = addresses.filter((address) => !answered.has(address))
    const asks = Array.from({ length: atOnce }, async () => {
      for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
        for (const sighting of await askAddress(address, deps, budget.signal, deps.ports)) seen(sighting)
      }
    })
    await Promise.all(asks)
  } catch (error) {
    if (!budget.signal.aborted) throw error
    deps.log.info({ addresses: addresses.length }, 'discovery.targets_out_of_time')
  } finally {
    budget.release()
  }
  signal.throwIfAborted()
}
