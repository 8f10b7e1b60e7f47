import { type DeviceChannel, DiscoveredDevice } from '@sightline/protocol'
import type { FoundDevice } from './merge-devices.js'

/** Listed of one device. */
const maxChannels = 128

/** A device as the channel and the API show it, as far as what it says of itself fits them. */
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

/** Whether the cloud takes it; one that it does not would cost all that are told with it. */
export const isTellable = (device: DiscoveredDevice): boolean => DiscoveredDevice.safeParse(device).success

/** Room in one frame of the channel (256 KiB) beside its envelope. */
const maxBytes = 240 * 1024
const maxDevices = 256

/** As many tellable devices from the start as one answer can carry; a flood of answers must not make it unsendable. */
export function fitting(devices: readonly DiscoveredDevice[]): DiscoveredDevice[] {
  let bytes = 0
  const tellable = devices.filter(isTellable).slice(0, maxDevices)
  return tellable.filter((device) => {
    bytes += Buffer.byteLength(JSON.stringify(device)) + 1
    return bytes <= maxBytes
  })
}
