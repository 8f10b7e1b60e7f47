import type { DeviceChannel, DiscoveredDevice } from '@sightline/protocol'
import type { FoundDevice } from './merge-devices.js'

/** Listed of one device. */
const maxChannels = 128

/** A device as the channel and the API show it. */
export function toWire(
  device: FoundDevice,
  state: DiscoveredDevice['state'],
  channels: readonly DeviceChannel[] = [],
): DiscoveredDevice {
  return {
    id: device.id,
    name: device.name,
    manufacturer: device.manufacturer,
    model: device.model,
    address: device.address,
    port: device.port,
    xaddrs: [...device.xaddrs],
    rtsp_urls: [...device.rtspUrls],
    sources: [...device.sources],
    endpoint: device.endpoint,
    mac: device.mac,
    serial: device.serial,
    state,
    ...(channels.length > 1 && { channels: channels.slice(0, maxChannels) }),
  }
}

/** Room in one frame of the channel (256 KiB) beside its envelope. */
const maxBytes = 240 * 1024
const maxDevices = 256

/** As many devices from the start as one answer can carry; a flood of answers must not make it unsendable. */
export function fitting(devices: readonly DiscoveredDevice[]): DiscoveredDevice[] {
  let bytes = 0
  return devices.slice(0, maxDevices).filter((device) => {
    bytes += Buffer.byteLength(JSON.stringify(device)) + 1
    return bytes <= maxBytes
  })
}
