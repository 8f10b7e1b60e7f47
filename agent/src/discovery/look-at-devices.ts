import type { AddressPolicy } from '../platform/address-policy.js'
import type { Clock } from '../platform/clock.js'
import type { FoundDevice } from './merge-devices.js'
import type { Sighting } from './sighting.js'
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
  const waiting = devices.filter((device) => device.onvif && deps.allowed(device.address) === null)
  const budget = timeBudget(signal, ms, deps.clock)
  async function lookOneByOne(): Promise<void> {
    for (let device = waiting.shift(); device !== undefined; device = waiting.shift()) {
      if (budget.signal.aborted) return
      const look = await deps.look(device, budget.signal)
      if (look !== null) looks.set(device, look)
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
