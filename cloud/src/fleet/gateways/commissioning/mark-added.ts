import type { DiscoveredDevice } from '@sightline/protocol'
import type { CameraAddressRow } from '../../cameras/from-site/camera-address.service.js'

/**
 * Devices of which a camera was added since they were found: the gateway says so only after its next scan. On a network an address
 * belongs to one device; on loopback many share it, and the port has to fit as well.
 */
export function markAdded(
  devices: readonly DiscoveredDevice[],
  cameras: readonly CameraAddressRow[],
): DiscoveredDevice[] {
  return devices.map((device) =>
    cameras.some((camera) => isOf(camera, device)) ? { ...device, state: 'already_added' } : device,
  )
}

function isOf({ host, port, serial }: CameraAddressRow, device: DiscoveredDevice): boolean {
  if (serial !== null && serial !== '' && serial === device.serial) return true
  return host === device.address && (port === device.port || !device.address.startsWith('127.'))
}
