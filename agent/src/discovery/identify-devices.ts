import type { DeviceChannel } from '@sightline/protocol'
import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import type { FoundDevice } from './merge-devices.js'
import { isLoopback, type Sighting } from './sighting.js'
import { timeBudget } from './time-budget.js'

/** What a device says of itself to anyone who asks. */
export type DeviceIdentification =
  | { readonly kind: 'needs_credentials' }
  | {
      readonly kind: 'open'
      readonly manufacturer: string | null
      readonly model: string | null
      readonly serial: string | null
      /** Of one that has several. */
      readonly channels: readonly DeviceChannel[]
    }

/** Asks a device about itself without credentials; null where it does not answer. */
export type IdentifyDevice = (
  device: FoundDevice,
  signal: AbortSignal,
) => Promise<DeviceIdentification | null>

export interface IdentifyDeps {
  readonly clock: Clock
  readonly allowed: AddressPolicy
  readonly identify: IdentifyDevice
}

/** Enough to end in time, few enough to be no load on a small network. */
const mostAtOnce = 8

/**
 * Identifies each ONVIF device that may be contacted, for at most `ms` milliseconds. Devices that do not
 * answer in time are missing from the result.
 */
export async function identifyDevices(
  devices: readonly FoundDevice[],
  ms: number,
  deps: IdentifyDeps,
  signal: AbortSignal,
): Promise<Map<FoundDevice, DeviceIdentification>> {
  const identifications = new Map<FoundDevice, DeviceIdentification>()
  const waiting = eachAlone(devices.filter((device) => device.onvif && deps.allowed(device.address) === null))
  const budget = timeBudget(signal, ms, deps.clock)
  async function lookOneByOne(): Promise<void> {
    for (let same = waiting.shift(); same !== undefined; same = waiting.shift()) {
      for (const device of same) {
        if (budget.signal.aborted) return
        const identification = await deps.identify(device, budget.signal)
        if (identification !== null) identifications.set(device, identification)
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: mostAtOnce }, lookOneByOne))
  } finally {
    budget.release()
  }
  signal.throwIfAborted()
  return identifications
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

/** What an identification adds to what is known of a device; null if it adds nothing. */
export function sightingOfIdentification(
  device: FoundDevice,
  identification: DeviceIdentification,
): Sighting | null {
  if (identification.kind === 'needs_credentials') return null
  return {
    source: 'identification',
    address: device.address,
    port: device.port,
    onvif: true,
    endpoint: device.endpoint,
    mac: device.mac,
    serial: identification.serial,
    instance: null,
    name: null,
    manufacturer: identification.manufacturer,
    model: identification.model,
    xaddrs: [],
    rtspUrls: [],
  }
}
