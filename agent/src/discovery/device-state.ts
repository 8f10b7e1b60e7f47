import type { DeviceChannel } from '@sightline/protocol'
import type { FoundDevice } from './merge-devices.js'
import { isLoopback } from './sighting.js'

/** A camera that the gateway holds already, as far as it can be recognised on the network. */
export interface KnownCamera {
  /** IPv4 address last connected to, or null if not known. */
  readonly address: string | null
  /** Ports in use at that address, ONVIF or RTSP. */
  readonly ports: readonly number[]
  readonly endpoint?: string | null
  readonly mac?: string | null
  readonly serial?: string | null
  /** What is known of its device. */
  readonly channels?: readonly DeviceChannel[]
}

/** What a device said of itself without credentials; null if it was not asked or did not answer. */
export type Openness = 'open' | 'needs_credentials' | null

export function stateOf(
  device: FoundDevice,
  known: readonly KnownCamera[],
  openness: Openness,
): 'new' | 'already_added' | 'needs_credentials' {
  if (camerasOf(device, known).length > 0) return 'already_added'
  return openness === 'needs_credentials' ? 'needs_credentials' : 'new'
}

/** The cameras that are of this device: one, or several of its channels. */
export function camerasOf(device: FoundDevice, known: readonly KnownCamera[]): KnownCamera[] {
  return known.filter((camera) => isSame(camera, device))
}

/**
 * On a network an address belongs to one device, so a camera that was added by its RTSP port is found again
 * by its ONVIF port. On loopback many simulated cameras share the address, and the port has to fit as well.
 */
function isSame(camera: KnownCamera, device: FoundDevice): boolean {
  if (same(camera.mac, device.mac) || same(camera.endpoint, device.endpoint)) return true
  if (same(camera.serial, device.serial)) return true
  if (camera.address !== device.address) return false
  return !isLoopback(device.address) || portsOf(device).some((port) => camera.ports.includes(port))
}

function same(known: string | null | undefined, found: string | null): boolean {
  return typeof known === 'string' && known !== '' && known.toLowerCase() === found?.toLowerCase()
}

function portsOf(device: FoundDevice): number[] {
  const rtspPorts = device.rtspUrls.map((url) => Number(new URL(url).port || 554))
  return [device.port, ...rtspPorts]
}
