import { serviceAddress } from './camera-url.js'
import { child, children, plainText, text, type XmlNode } from './read-xml.js'

/** Who made the device, as it says itself (ONVIF Core, GetDeviceInformation); '' where it says nothing. */
export interface DeviceInformation {
  readonly manufacturer: string
  readonly model: string
  readonly serial: string
  readonly firmware: string
}

export function readDeviceInformation(body: XmlNode): DeviceInformation {
  const said = (name: string, maxChars: number): string =>
    plainText(text(body, 'GetDeviceInformationResponse', name), maxChars)
  return {
    manufacturer: said('Manufacturer', 200),
    model: said('Model', 200),
    serial: said('SerialNumber', 128),
    firmware: said('FirmwareVersion', 128),
  }
}

/**
 * The camera's clock (ms since the epoch), to the second. Some cameras give only their local time, with a
 * POSIX time zone, and some nothing that is a date; those answer null.
 */
export function readSystemTime(body: XmlNode): number | null {
  const said = child(body, 'GetSystemDateAndTimeResponse', 'SystemDateAndTime')
  const utc = readDateTime(child(said, 'UTCDateTime'))
  if (utc !== null) return utc
  const local = readDateTime(child(said, 'LocalDateTime'))
  const west = minutesWest(text(said, 'TimeZone', 'TZ'))
  return local === null || west === null ? null : local + west * 60_000
}

function readDateTime(node: XmlNode): number | null {
  const part = (group: string, name: string): number => {
    const written = text(node, group, name)
    return /^\d{1,4}$/.test(written) ? Number(written) : Number.NaN
  }
  const [year, month, day] = [part('Date', 'Year'), part('Date', 'Month'), part('Date', 'Day')]
  const [hour, minute, second] = [part('Time', 'Hour'), part('Time', 'Minute'), part('Time', 'Second')]
  if (!(year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null
  const timeMs = Date.UTC(year, month - 1, day, hour, minute, second)
  return Number.isFinite(timeMs) ? timeMs : null
}

/** POSIX counts westwards: `CST-8` is UTC+8. Daylight saving is left out; an hour is better than none. */
function minutesWest(zone: string): number | null {
  const [, sign = '', hours, minutes = '0'] = /^[A-Za-z]{3,}([+-]?)(\d{1,2})(?::(\d{2}))?/.exec(zone) ?? []
  if (hours === undefined) return null
  const total = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -total : total
}

/** Paths of the services that we use, null for one that the device does not name; host and port of the announced addresses do not count. */
export interface ServicePaths {
  readonly media: string | null
  readonly media2: string | null
  readonly ptz: string | null
  readonly events: string | null
}

const media1Namespace = 'http://www.onvif.org/ver10/media/wsdl'
const media2Namespace = 'http://www.onvif.org/ver20/media/wsdl'
const eventsNamespace = 'http://www.onvif.org/ver10/events/wsdl'
const ptzNamespace = 'http://www.onvif.org/ver20/ptz/wsdl'

/** Reads GetServices, or GetCapabilities as older devices answer it. Vendors list services of their own. */
export function readServicePaths(body: XmlNode): ServicePaths {
  const services = children(child(body, 'GetServicesResponse'), 'Service')
  const pathOf = (namespace: string): string | null => {
    const found = services.find((service) => text(service, 'Namespace').replace(/\/$/, '') === namespace)
    return readPath(text(found, 'XAddr'))
  }
  const capability = (name: string): string | null =>
    readPath(text(body, 'GetCapabilitiesResponse', 'Capabilities', name, 'XAddr'))
  return {
    media: pathOf(media1Namespace) ?? capability('Media'),
    media2: pathOf(media2Namespace),
    ptz: pathOf(ptzNamespace) ?? capability('PTZ'),
    events: pathOf(eventsNamespace) ?? capability('Events'),
  }
}

function readPath(address: string): string | null {
  return serviceAddress(address)?.path ?? null
}

/** The port on which the device says it serves RTSP (ONVIF Core, GetNetworkProtocols), or null. */
export function readRtspPort(body: XmlNode): number | null {
  const protocols = children(child(body, 'GetNetworkProtocolsResponse'), 'NetworkProtocols')
  const rtsp = protocols.find((one) => /^rtsp$/i.test(text(one, 'Name')) && text(one, 'Enabled') !== 'false')
  const port = Number(text(rtsp, 'Port') || Number.NaN)
  return port >= 1 && port <= 65535 ? port : null
}

/** The MAC of the first interface that is in use, as the camera writes it; '' if it gives none. */
export function readHardwareAddress(body: XmlNode): string {
  const interfaces = children(child(body, 'GetNetworkInterfacesResponse'), 'NetworkInterfaces')
  const inUse = interfaces.find((one) => text(one, 'Enabled') === 'true') ?? interfaces[0]
  return text(inUse, 'Info', 'HwAddress')
}
