import { addressesIn, type DeviceChannel, type DiscoveredDevice } from '@sightline/protocol'
import { AgentError } from '../platform/errors.js'
import { type AskTargetsDeps, askTargets } from './ask-targets.js'
import { camerasOf, type KnownCamera, stateOf } from './device-state.js'
import {
  type DeviceIdentification,
  type IdentifyDeps,
  identifyDevices,
  sightingOfIdentification,
} from './identify-devices.js'
import { type ListenDeps, listen } from './listen.js'
import { type FoundDevice, keysOf, mergeDevices } from './merge-devices.js'
import type { Sighting } from './sighting.js'
import { SightingIntake } from './sighting-intake.js'
import { fitting, isTellable, toWire } from './wire-device.js'

export interface DiscoveryDeps extends ListenDeps, IdentifyDeps, AskTargetsDeps {
  /** Between the end of a scan and the begin of the next, ms: scans are a load on cameras. */
  readonly pauseMs?: number
}

interface DiscoverOptions {
  /** Time for the whole scan in milliseconds, 1,000 to 60,000; by default 5,000, and more by the number of targets. */
  readonly budgetMs?: number
  /** Scan these addresses, host names and networks, and no others. */
  readonly targets?: readonly string[] | undefined
  /** Cameras that the gateway holds already. */
  readonly known?: readonly KnownCamera[]
  /** Called once for each device as it is first seen, before it was identified and merged with the rest. */
  readonly onFound?: (device: DiscoveredDevice) => void
}

export interface Discovery {
  /**
   * Scans the network of this machine for cameras, and uses most of the budget for listening: answers come late.
   * @throws AgentError `failed` while another scan runs: scans are a load on cameras.
   * @throws the signal's reason if `signal` aborts.
   */
  discover(options: DiscoverOptions, signal: AbortSignal): Promise<DiscoveredDevice[]>
  /** The same, as it is before it is handed to anybody. */
  survey(options: DiscoverOptions, signal: AbortSignal): Promise<FoundDevice[]>
}

const defaultPauseMs = 3000
/** Devices identified and listed. */
const maxDevices = 256
/** The part of the budget spent on listening; the rest remains for looking at what was found. */
const listeningShare = 0.7

export function createDiscovery(deps: DiscoveryDeps): Discovery {
  const { clock } = deps
  const pauseMs = deps.pauseMs ?? defaultPauseMs
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
        const { devices, identifications } = await scan(options, deps, signal)
        return fitting(
          devices.map((device) => {
            const identification = identificationOf(device, identifications)
            const state = stateOf(device, known, identification?.kind ?? null)
            return toWire(device, state, channelsOf(device, known, identification))
          }),
        )
      }, signal),
    survey: (options, signal) => alone(async () => (await scan(options, deps, signal)).devices, signal),
  }
}

/** What a scan found, and what each device said when it was identified. */
interface Scan {
  readonly devices: FoundDevice[]
  readonly identifications: ReadonlyMap<FoundDevice, DeviceIdentification>
}

async function scan(options: DiscoverOptions, deps: DiscoveryDeps, signal: AbortSignal): Promise<Scan> {
  const { known = [], onFound = () => {} } = options
  const budgetMs = Math.min(60_000, Math.max(1000, options.budgetMs ?? defaultBudgetMs(options.targets)))
  const startedAt = deps.clock.monotonic()
  const spentMs = (): number => deps.clock.monotonic() - startedAt

  const intake = new SightingIntake()
  const announce = announcedOnce((found) => {
    const device = toWire(found, stateOf(found, known, null))
    if (isTellable(device)) onFound(device)
  })
  const seen = (sighting: Sighting): void => {
    if (intake.take(sighting)) announce(sighting)
  }
  const searchMs = budgetMs * listeningShare
  if (options.targets === undefined) await listen(searchMs, seen, deps, signal)
  else await askTargets({ targets: options.targets, ms: searchMs, seen }, deps, signal)

  const heard = mergeDevices(intake.sightings).slice(0, maxDevices)
  const strangers = heard.filter((device) => stateOf(device, known, null) === 'new')
  const identifications = await identifyDevices(strangers, budgetMs - spentMs(), deps, signal)

  const learnt = [...identifications]
    .map(([device, identification]) => sightingOfIdentification(device, identification))
    .filter((s) => s !== null)
  const devices = mergeDevices([...intake.sightings, ...learnt])
  deps.log.info({ devices: devices.length, ms: Math.round(spentMs()) }, 'discovery.scanned')
  return { devices, identifications }
}

/** Milliseconds for a scan. Addresses are asked many at a time: a /24 takes some twenty seconds where nobody answers. */
export function defaultBudgetMs(targets: readonly string[] = []): number {
  const addresses = targets.reduce((total, target) => total + addressesIn(target), 0)
  return Math.min(60_000, addresses === 0 ? 5000 : 10_000 + addresses * 42)
}

/** Calls `report` for the first sighting of each device, however many answers it gives. */
function announcedOnce(report: (device: FoundDevice) => void): (sighting: Sighting) => void {
  const announced = new Set<string>()
  return (sighting) => {
    const keys = keysOf(sighting)
    const isNew = keys.every((key) => !announced.has(key))
    for (const key of keys) announced.add(key)
    const [device] = mergeDevices([sighting])
    if (isNew && device !== undefined) report(device)
  }
}

/** The identification of a device, also if that itself merged it with another or changed its id. */
function identificationOf(
  device: FoundDevice,
  identifications: ReadonlyMap<FoundDevice, DeviceIdentification>,
): DeviceIdentification | null {
  for (const [asked, identification] of identifications) {
    if (asked.address === device.address && asked.port === device.port) return identification
  }
  return null
}

/** As the device just said, or as a camera of it is known to have. */
function channelsOf(
  device: FoundDevice,
  known: readonly KnownCamera[],
  identification: DeviceIdentification | null,
): readonly DeviceChannel[] {
  if (identification?.kind === 'open') return identification.channels
  return camerasOf(device, known).find(({ channels = [] }) => channels.length > 0)?.channels ?? []
}
