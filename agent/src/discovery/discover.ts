import type { DiscoveredDevice } from '@sightline/protocol'
import { AgentError } from '../platform/errors.js'
import { type KnownCamera, type Look, stateOf } from './device-state.js'
import { type ListenDeps, listen } from './listen.js'
import { type DeviceLook, type LookDeps, lookAtDevices, sightingOfLook } from './look-at-devices.js'
import { type FoundDevice, keysOf, mergeDevices } from './merge-devices.js'
import type { Sighting } from './sighting.js'
import { fitting, toWire } from './wire-device.js'

export type DiscoveryDeps = ListenDeps & LookDeps

export interface DiscoverOptions {
  /** Time for the whole scan in milliseconds, 1,000 to 60,000; 5,000 by default. */
  readonly budgetMs?: number
  /** Cameras that the gateway holds already. */
  readonly known?: readonly KnownCamera[]
  /** Called once for each device as it is first seen, before it was looked at and merged with the rest. */
  readonly onFound?: (device: DiscoveredDevice) => void
}

export interface Discovery {
  /**
   * Scans the network of this machine for cameras, and uses most of the budget for listening: answers come late.
   * @throws AgentError `failed` while another scan runs: scans are a load on cameras.
   * @throws the signal's reason if `signal` aborts.
   */
  discover(options: DiscoverOptions, signal: AbortSignal): Promise<DiscoveredDevice[]>
}

/** Answers kept in one scan; more is a flood. */
const maxSightings = 1024
/** Devices looked at and listed. */
const maxDevices = 256
/** The part of the budget spent on listening; the rest remains for looking at what was found. */
const listeningShare = 0.7

export function createDiscovery(deps: DiscoveryDeps): Discovery {
  let running = false
  return {
    async discover(options, signal) {
      if (running) {
        throw new AgentError('failed', 'a scan is running already', { hint: 'Try again when it has ended.' })
      }
      running = true
      try {
        return await scan(options, deps, signal)
      } finally {
        running = false
      }
    },
  }
}

async function scan(
  options: DiscoverOptions,
  deps: DiscoveryDeps,
  signal: AbortSignal,
): Promise<DiscoveredDevice[]> {
  const { known = [], onFound = () => {} } = options
  const budgetMs = Math.min(60_000, Math.max(1000, options.budgetMs ?? 5000))
  const startedAt = deps.clock.monotonic()
  const spentMs = (): number => deps.clock.monotonic() - startedAt

  const sightings: Sighting[] = []
  const announce = announcedOnce((device) => onFound(toWire(device, stateOf(device, known, null))))
  const seen = (sighting: Sighting): void => {
    if (sightings.length >= maxSightings) return
    sightings.push(sighting)
    announce(sighting)
  }
  await listen(budgetMs * listeningShare, seen, deps, signal)

  const heard = mergeDevices(sightings).slice(0, maxDevices)
  const strangers = heard.filter((device) => stateOf(device, known, null) === 'new')
  const looks = await lookAtDevices(strangers, budgetMs - spentMs(), deps, signal)

  const learnt = [...looks].map(([device, look]) => sightingOfLook(device, look)).filter((s) => s !== null)
  const devices = mergeDevices([...sightings, ...learnt])
  deps.log.info({ devices: devices.length, ms: Math.round(spentMs()) }, 'discovery.scanned')
  return fitting(devices.map((device) => toWire(device, stateOf(device, known, lookAt(device, looks)))))
}

/** Calls `tell` for the first sighting of each device, however many answers it gives. */
function announcedOnce(tell: (device: FoundDevice) => void): (sighting: Sighting) => void {
  const announced = new Set<string>()
  return (sighting) => {
    const keys = keysOf(sighting)
    const isNew = keys.every((key) => !announced.has(key))
    for (const key of keys) announced.add(key)
    const [device] = mergeDevices([sighting])
    if (isNew && device !== undefined) tell(device)
  }
}

/** The look at a device, also if the look itself merged it with another or changed its id. */
function lookAt(device: FoundDevice, looks: ReadonlyMap<FoundDevice, DeviceLook>): Look {
  for (const [looked, look] of looks) {
    if (looked.address === device.address && looked.port === device.port) return look.kind
  }
  return null
}
