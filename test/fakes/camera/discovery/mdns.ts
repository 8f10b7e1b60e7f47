import { Bonjour, type Service, type ServiceConfig } from 'bonjour-service'
import type { DeviceDescription } from '../onvif/device-description.js'

const PUBLISHED_WITHIN_MS = 10_000

export interface MdnsAnnouncer {
  close(): Promise<void>
}

/**
 * Announces the camera as `_rtsp._tcp` on the interface of its address (RFC 6763). The library would list
 * the addresses of this machine, so the one that the camera has takes their place.
 */
export async function announceByMdns(device: DeviceDescription, path: string): Promise<MdnsAnnouncer> {
  // Both reach the library's socket; its types know neither.
  const options: Partial<ServiceConfig> & { interface: string; bind: string } = {
    interface: device.host,
    bind: '0.0.0.0',
  }
  const bonjour = new Bonjour(options, () => {})
  const hardware = device.mac.replaceAll(':', '')
  const service = bonjour.publish({
    name: `${device.name} ${hardware.slice(-6)}`,
    type: 'rtsp',
    port: device.rtspPort,
    host: `camera-${hardware.toLowerCase()}.local`,
    txt: {
      path,
      macaddress: hardware,
      serial: device.serial,
      manufacturer: device.manufacturer,
      model: device.model,
    },
  })
  const ofThisMachine = service.records.bind(service)
  service.records = (): ReturnType<Service['records']> => [
    ...ofThisMachine().filter(({ type }) => type !== 'A' && type !== 'AAAA'),
    { name: service.host, type: 'A', ttl: 120, data: device.host },
  ]
  const close = async (): Promise<void> => {
    await new Promise<void>((resolve) => bonjour.unpublishAll(() => resolve()))
    await new Promise<void>((resolve) => bonjour.destroy(() => resolve()))
  }
  const up = new Promise<void>((resolve) => service.once('up', () => resolve()))
  let deadline: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    deadline = setTimeout(() => reject(new Error('mDNS announced nothing')), PUBLISHED_WITHIN_MS)
  })
  try {
    await Promise.race([up, late])
  } catch (error) {
    await close()
    throw error
  } finally {
    clearTimeout(deadline)
  }
  return { close }
}
