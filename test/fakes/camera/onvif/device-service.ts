import {
  DEVICE_PATH,
  type DeviceDescription,
  MEDIA_PATH,
  MEDIA2_PATH,
  PTZ_PATH,
  scopesOf,
} from './device-description.js'
import type { OnvifFaults } from './onvif-faults.js'
import { escapeXml } from './soap.js'

/** Inner XML of the answer to one operation. */
export type Operation = (device: DeviceDescription, faults: OnvifFaults) => string

const VERSION = '<tt:Major>2</tt:Major><tt:Minor>60</tt:Minor>'

/** Eight hours: China Standard Time, in which most cameras are made. */
const AHEAD_MS = 8 * 3_600_000

function systemDateAndTime(device: DeviceDescription, faults: OnvifFaults): string {
  if (faults.time === 'zeros')
    return systemTime(
      '<tt:UTCDateTime><tt:Time><tt:Hour>0</tt:Hour><tt:Minute>0</tt:Minute><tt:Second>0</tt:Second></tt:Time><tt:Date><tt:Year>0</tt:Year><tt:Month>0</tt:Month><tt:Day>0</tt:Day></tt:Date></tt:UTCDateTime>',
    )
  const now = new Date(device.now() + (faults.time === 'local-as-utc' ? AHEAD_MS : 0))
  const time = `<tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second>`
  const date = `<tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day>`
  return systemTime(`<tt:UTCDateTime><tt:Time>${time}</tt:Time><tt:Date>${date}</tt:Date></tt:UTCDateTime>`)
}

function systemTime(utc: string): string {
  const zone = '<tt:TimeZone><tt:TZ>UTC0</tt:TZ></tt:TimeZone>'
  return `<tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings>${zone}${utc}</tds:SystemDateAndTime>`
}

function deviceInformation(device: DeviceDescription): string {
  return [
    `<tds:Manufacturer>${escapeXml(device.manufacturer)}</tds:Manufacturer>`,
    `<tds:Model>${escapeXml(device.model)}</tds:Model>`,
    `<tds:FirmwareVersion>${escapeXml(device.firmware)}</tds:FirmwareVersion>`,
    `<tds:SerialNumber>${escapeXml(device.serial)}</tds:SerialNumber>`,
    '<tds:HardwareId>1.0</tds:HardwareId>',
  ].join('')
}

function capabilities(device: DeviceDescription): string {
  const streaming =
    '<tt:RTPMulticast>false</tt:RTPMulticast><tt:RTP_TCP>true</tt:RTP_TCP><tt:RTP_RTSP_TCP>true</tt:RTP_RTSP_TCP>'
  const deviceService = `<tt:Device><tt:XAddr>${device.origin}${DEVICE_PATH}</tt:XAddr></tt:Device>`
  const media = `<tt:Media><tt:XAddr>${device.origin}${MEDIA_PATH}</tt:XAddr><tt:StreamingCapabilities>${streaming}</tt:StreamingCapabilities></tt:Media>`
  const events =
    device.eventPath === null
      ? ''
      : `<tt:Events><tt:XAddr>${device.origin}${device.eventPath}</tt:XAddr><tt:WSPullPointSupport>true</tt:WSPullPointSupport></tt:Events>`
  const ptz =
    device.motorChannel !== null ? `<tt:PTZ><tt:XAddr>${device.origin}${PTZ_PATH}</tt:XAddr></tt:PTZ>` : ''
  return `<tds:Capabilities>${deviceService}${events}${media}${ptz}</tds:Capabilities>`
}

function services(device: DeviceDescription): string {
  const offered = [
    ['http://www.onvif.org/ver10/device/wsdl', DEVICE_PATH],
    ...(device.media === 'media2' ? [] : [['http://www.onvif.org/ver10/media/wsdl', MEDIA_PATH]]),
    ...(device.media === 'media1' ? [] : [['http://www.onvif.org/ver20/media/wsdl', MEDIA2_PATH]]),
    ...(device.eventPath === null ? [] : [['http://www.onvif.org/ver10/events/wsdl', device.eventPath]]),
    ['http://www.maker.example/ver10/extension/wsdl', '/onvif/extension'],
    ...(device.motorChannel !== null ? [['http://www.onvif.org/ver20/ptz/wsdl', PTZ_PATH]] : []),
  ]
  return offered
    .map(
      ([namespace, path]) =>
        `<tds:Service><tds:Namespace>${namespace}</tds:Namespace><tds:XAddr>${device.origin}${path}</tds:XAddr><tds:Version>${VERSION}</tds:Version></tds:Service>`,
    )
    .join('')
}

function networkInterfaces(device: DeviceDescription): string {
  const info = `<tt:Info><tt:Name>eth0</tt:Name><tt:HwAddress>${device.mac}</tt:HwAddress><tt:MTU>1500</tt:MTU></tt:Info>`
  const address = `<tt:Manual><tt:Address>${device.host}</tt:Address><tt:PrefixLength>24</tt:PrefixLength></tt:Manual>`
  const ip = `<tt:IPv4><tt:Enabled>true</tt:Enabled><tt:Config>${address}<tt:DHCP>false</tt:DHCP></tt:Config></tt:IPv4>`
  return `<tds:NetworkInterfaces token="eth0"><tt:Enabled>true</tt:Enabled>${info}${ip}</tds:NetworkInterfaces>`
}

function networkProtocols(device: DeviceDescription): string {
  const ports: [string, number][] = [
    ['HTTP', device.onvifPort],
    ['RTSP', device.rtspPort],
  ]
  return ports
    .map(
      ([name, port]) =>
        `<tds:NetworkProtocols><tt:Name>${name}</tt:Name><tt:Enabled>true</tt:Enabled><tt:Port>${port}</tt:Port></tds:NetworkProtocols>`,
    )
    .join('')
}

function scopes(device: DeviceDescription): string {
  const fixed = '<tt:ScopeDef>Fixed</tt:ScopeDef>'
  return scopesOf(device)
    .map((scope) => `<tds:Scopes>${fixed}<tt:ScopeItem>${escapeXml(scope)}</tt:ScopeItem></tds:Scopes>`)
    .join('')
}

/** The device management service (ONVIF Core, section 8), as far as a client needs it to find a stream. */
export const deviceOperations: Readonly<Record<string, Operation>> = {
  GetSystemDateAndTime: systemDateAndTime,
  GetDeviceInformation: deviceInformation,
  GetCapabilities: capabilities,
  GetServices: services,
  GetScopes: scopes,
  GetNetworkInterfaces: networkInterfaces,
  GetNetworkProtocols: networkProtocols,
  GetHostname: (device) =>
    `<tds:HostnameInformation><tt:FromDHCP>false</tt:FromDHCP><tt:Name>${escapeXml(device.model)}</tt:Name></tds:HostnameInformation>`,
}
