import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import type { FoundDevice } from './merge-devices.js'
import { isLoopback, type Sighting } from './sighting.js'
import { timeBudget } from './time-budget.js'

/** What a device says of itself to anyone who asks. */
export type DeviceLook =
  | { readonly kind: 'needs_credentials' }
  | {
      readonly kind: 'open'
      readonly manufacturer: string | null
      readonly model: string | null
      readonly serial: string | null
    }

/** Asks a device about itself without credentials; null where it does not answer. */
export type LookAtDevice = (device: FoundDevice, signal: AbortSignal) => Promise<DeviceLook | null>

export interface LookDeps {
  readonly clock: Clock
  readonly allowed: AddressPolicy
  readonly look: LookAtDevice
}

/** Enough to end in time, few enough to be no load on a small network. */
const looksAtOnce = 8

/**
 * Looks once at each ONVIF device that may be contacted, for at most `ms` milliseconds. Devices that do not
 * answer in time are missing from the result.
 */
export async function lookAtDevices(
  devices: readonly FoundDevice[],
  ms: number,
  deps: LookDeps,
  signal: AbortSignal,
): Promise<Map<FoundDevice, DeviceLook>> {
  const looks = new Map<FoundDevice, DeviceLook>()
  const waiting = eachAlone(devices.filter((device) => device.onvif && deps.allowed(device.address) === null))
  const budget = timeBudget(signal, ms, deps.clock)
  async function lookOneByOne(): Promise<void> {
    for (let same = waiting.shift(); same !== undefined; same = waiting.shift()) {
      for (const device of same) {
        if (budget.signal.aborted) return
        const look = await deps.look(device, budget.signal)
        if (look !== null) looks.set(device, look)
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: looksAtOnce }, lookOneByOne))
  } finally {
    budget.release()
  }
  signal.throwIfAborted()
  return looks
}

/** Devices at one address are one machine, which is asked one question at a time; but for loopback. */
function eachAlone(devices: readonly FoundDevice[]): FoundDevice[][] {
  const machines = new Map<string, FoundDevice[]>()
  for (const device of devices) {
    const { address, port } = device
    const machine = isLoopback(address) ? `${address}:${port}` : address
    machines.set(machine, [...(machines.get(machine) ?? []), device])
  }
  return [...machines.values()]
}

/** What a look adds to what is known of a device; null if it adds nothing. */
export function sightingOfLook(device: FoundDevice, look: DeviceLook): Sighting | null {
  if (look.kind === 'needs_credentials') return null
  return {
    source: 'look',
    address: device.address,
    port: device.port,
    onvif: true,
    endpoint: device.endpoint,
    mac: device.mac,
    serial: look.serial,
    instance: null,
    name: null,
    manufacturer: look.manufacturer,
    model: look.model,
    xaddrs: [],
    rtspUrls: [],
  }
}
