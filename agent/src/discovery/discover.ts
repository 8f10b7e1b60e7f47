import { addressesIn, type DiscoveredDevice } from '@sightline/protocol'
import { AgentError } from '../platform/errors.js'
import { type AskTargetsDeps, askTargets } from './ask-targets.js'
import { type KnownCamera, type Look, stateOf } from './device-state.js'
import { type ListenDeps, listen } from './listen.js'
import { type DeviceLook, type LookDeps, lookAtDevices, sightingOfLook } from './look-at-devices.js'
import { type FoundDevice, keysOf, mergeDevices } from './merge-devices.js'
import type { Sighting } from './sighting.js'
import { SightingIntake } from './sighting-intake.js'
import { fitting, toWire } from './wire-device.js'

export interface DiscoveryDeps extends ListenDeps, LookDeps, AskTargetsDeps {
  /** Between the end of a scan and the begin of the next, ms: scans are a load on cameras. */
  readonly pauseMs?: number
}

export interface DiscoverOptions {
  /** Time for the whole scan in milliseconds, 1,000 to 60,000; by default 5,000, and more by the number of targets. */
  readonly budgetMs?: number
  /** Look at these addresses, host names and networks, and nowhere else. */
  readonly targets?: readonly string[] | undefined
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
  /** The same, as it is before it is told to anybody. */
  survey(options: DiscoverOptions, signal: AbortSignal): Promise<FoundDevice[]>
}

const usualPauseMs = 3000
/** Devices looked at and listed. */
const maxDevices = 256
/** The part of the budget spent on listening; the rest remains for looking at what was found. */
const listeningShare = 0.7

export function createDiscovery(deps: DiscoveryDeps): Discovery {
  const { clock } = deps
  const pauseMs = deps.pauseMs ?? usualPauseMs
  let running = false
  let endedAt = Number.NEGATIVE_INFINITY
  async function alone<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (running) {
      throw new AgentError('failed', 'a scan is running already', { hint: 'Try again when it has ended.' })
    }
    running = true
    try {
      const restMs = endedAt + pauseMs - clock.monotonic()
      if (restMs > 0) await clock.delay(restMs, { signal })
      return await work()
    } finally {
      running = false
      endedAt = clock.monotonic()
    }
  }
  return {
    discover: (options, signal) =>
      alone(async () => {
        const { known = [] } = options
        const { devices, looks } = await scan(options, deps, signal)
        return fitting(devices.map((device) => toWire(device, stateOf(device, known, lookAt(device, looks)))))
      }, signal),
    survey: (options, signal) => alone(async () => (await scan(options, deps, signal)).devices, signal),
  }
}

/** What a scan found, and what each device said when it was looked at. */
interface Scan {
  readonly devices: FoundDevice[]
  readonly looks: ReadonlyMap<FoundDevice, DeviceLook>
}

async function scan(options: DiscoverOptions, deps: DiscoveryDeps, signal: AbortSignal): Promise<Scan> {
  const { known = [], onFound = () => {} } = options
  const budgetMs = Math.min(60_000, Math.max(1000, options.budgetMs ?? usualBudgetMs(options.targets)))
  const startedAt = deps.clock.monotonic()
  const spentMs = (): number => deps.clock.monotonic() - startedAt

  const intake = new SightingIntake()
  const announce = announcedOnce((device) => onFound(toWire(device, stateOf(device, known, null))))
  const seen = (sighting: Sighting): void => {
    if (intake.take(sighting)) announce(sighting)
  }
  const searchMs = budgetMs * listeningShare
  if (options.targets === undefined) await listen(searchMs, seen, deps, signal)
  else await askTargets(options.targets, searchMs, seen, deps, signal)

  const heard = mergeDevices(intake.sightings).slice(0, maxDevices)
  const strangers = heard.filter((device) => stateOf(device, known, null) === 'new')
  const looks = await lookAtDevices(strangers, budgetMs - spentMs(), deps, signal)

  const learnt = [...looks].map(([device, look]) => sightingOfLook(device, look)).filter((s) => s !== null)
  const devices = mergeDevices([...intake.sightings, ...learnt])
  deps.log.info({ devices: devices.length, ms: Math.round(spentMs()) }, 'discovery.scanned')
  return { devices, looks }
}

/** Milliseconds for a scan. Addresses are asked many at a time: a /24 takes some twenty seconds where nobody answers. */
export function usualBudgetMs(targets: readonly string[] = []): number {
  const addresses = targets.reduce((total, target) => total + addressesIn(target), 0)
  return Math.min(60_000, addresses === 0 ? 5000 : 10_000 + addresses * 42)
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
