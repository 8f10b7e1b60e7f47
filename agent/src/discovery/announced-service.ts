import { z } from 'zod'
import { readMac } from '../onvif/mac-address.js'
import { plainText } from '../onvif/read-xml.js'
import { isLinkLocal, isReachableAddress, type Sighting } from './sighting.js'

/** DNS-SD types that cameras announce themselves by. */
export const cameraServiceTypes = ['rtsp', 'onvif', 'axis-video'] as const

/** What the mDNS library hands over, none of it to be trusted. */
const AnnouncedService = z.object({
  name: z.string(),
  type: z.enum(cameraServiceTypes),
  port: z.number().int().min(1).max(65535),
  host: z.string().catch(''),
  addresses: z.array(z.string()).max(64).catch([]),
  txt: z.record(z.string(), z.unknown()).catch({}),
  referer: z.object({ address: z.string() }).optional().catch(undefined),
})

/**
 * Reads one announced service; null for one that is no camera's, or has no address we could use.
 * @param routers of this machine, by address
 */
export function readAnnouncedService(service: unknown, routers: ReadonlySet<string>): Sighting | null {
  const parsed = AnnouncedService.safeParse(service)
  if (!parsed.success) return null
  const { name, type, port, host, addresses, referer } = parsed.data
  const address = chooseAnnouncedAddress(addresses, referer?.address, routers)
  if (address === null) return null
  const txt = txtReader(parsed.data.txt)
  const shown = plainText(name, 200)
  return {
    source: 'mdns',
    address,
    port,
    onvif: type !== 'rtsp',
    endpoint: null,
    mac: readMac(txt('macaddress', 'mac', 'macaddr') ?? '') ?? macInName(shown),
    serial: txt('serial', 'serialnumber', 'sn'),
    instance: `${name}@${host}`.toLowerCase(),
    name: shown === '' ? null : shown,
    manufacturer: txt('manufacturer', 'vendor') ?? (type === 'axis-video' ? 'Axis' : null),
    model: txt('model', 'product'),
    xaddrs: type === 'onvif' ? [httpUrl(address, port, txt('path') ?? '/onvif/device_service')] : [],
    rtspUrls: type === 'rtsp' ? [rtspUrl(address, port, txt('path') ?? '/')] : [],
  }
}

/**
 * The packet's source is a way to the device that works; announced addresses may be none at all, IPv6 only, or those of another
 * interface. Not where it is a router, which repeats what is announced in other networks (mDNS reflector, repeater): all that it
 * repeats would be one device.
 */
function chooseAnnouncedAddress(
  announced: readonly string[],
  source: string | undefined,
  routers: ReadonlySet<string>,
): string | null {
  const usable = announced.filter(isReachableAddress)
  const routable = usable.find((address) => !isLinkLocal(address))
  const isWay = source !== undefined && isReachableAddress(source)
  if (isWay && routable === undefined) return source
  if (isWay && !isLinkLocal(source) && !routers.has(source)) return source
  return routable ?? usable[0] ?? null
}

function txtReader(txt: Readonly<Record<string, unknown>>): (...keys: string[]) => string | null {
  const byLowerKey = new Map(Object.entries(txt).map(([key, value]) => [key.toLowerCase(), value]))
  return (...keys) => {
    for (const key of keys) {
      const value = byLowerKey.get(key)
      const plain = typeof value === 'string' ? plainText(value, 128) : ''
      if (plain !== '') return plain
    }
    return null
  }
}

/** Axis and others end the name with their MAC: `AXIS M1065-LW - ACCC8E123456`. */
function macInName(name: string): string | null {
  return readMac(/[\s-]([0-9A-F]{12})$/.exec(name)?.[1] ?? '')
}

function httpUrl(address: string, port: number, path: string): string {
  return withPath(`http://${address}:${port}`, path)
}

function rtspUrl(address: string, port: number, path: string): string {
  return withPath(`rtsp://${address}:${port}`, path)
}

/** A path that cannot reach another host, whatever it holds. */
function withPath(origin: string, path: string): string {
  const bare = `${origin}/`
  const whole = `${origin}/${path.replace(/^[/\\]+/, '')}`
  return URL.canParse(whole) && new URL(whole).host === new URL(bare).host ? new URL(whole).href : bare
}
