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
}

/** What an unauthenticated look at a device said; null if nobody looked or it did not answer. */
export type Look = 'open' | 'needs_credentials' | null

export function stateOf(
  device: FoundDevice,
  known: readonly KnownCamera[],
  look: Look,
): 'new' | 'already_added' | 'needs_credentials' {
  if (known.some((camera) => isSame(camera, device))) return 'already_added'
  return look === 'needs_credentials' ? 'needs_credentials' : 'new'
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
