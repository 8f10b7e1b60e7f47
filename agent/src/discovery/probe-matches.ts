import { readMac } from '../onvif/mac-address.js'
import { child, children, plainText, readXml, text, type XmlNode } from '../onvif/read-xml.js'
import { chooseAddress } from './device-address.js'
import { type Sighting } from './sighting.js'

const maxBytes = 64 * 1024
const maxMatches = 16

/**
 * The ONVIF devices in a datagram that answers a probe. Printers and PCs answer probes too: a match counts
 * only if its types or scopes say ONVIF.
 * @param sender address that the datagram came from.
 * @returns an empty list for anything that is no ProbeMatches of an ONVIF device.
 */
export function readProbeMatches(datagram: Uint8Array, sender: string): Sighting[] {
  if (datagram.byteLength > maxBytes) return []
  const xml = readXml(textOf(datagram), maxBytes)
  const matches = children(child(xml, 'Envelope', 'Body', 'ProbeMatches'), 'ProbeMatch')
  return matches
    .slice(0, maxMatches)
    .filter(isOnvif)
    .map((match) => readMatch(match, sender))
}

/** UTF-8 as it should be, or the Latin-1 of cameras that write names as they were typed. */
function textOf(datagram: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(datagram)
  } catch {
    return Buffer.from(datagram).toString('latin1')
  }
}

function isOnvif(match: XmlNode): boolean {
  const types = text(match, 'Types').split(/\s+/)
  if (types.some((type) => /(^|:)NetworkVideo/.test(type)) || scopesOf(match).length > 0) return true
  // Printers and PCs are devices as well.
  if (types.some((type) => /(^|:)(PrintDevice|ScanDevice|Computer)/.test(type))) return false
  return types.some((type) => /(^|:)Device$/.test(type)) && /\/onvif\//i.test(text(match, 'XAddrs'))
}

function readMatch(match: XmlNode, sender: string): Sighting {
  const { address, port, xaddrs } = chooseAddress(text(match, 'XAddrs').split(/\s+/).filter(Boolean), sender)
  const scopes = scopesOf(match)
  const endpoint = plainText(text(match, 'EndpointReference', 'Address'), 256)
  return {
    source: 'ws-discovery',
    address,
    port,
    onvif: true,
    endpoint: endpoint === '' ? null : endpoint.toLowerCase(),
    mac: readMac(scope(scopes, 'mac') ?? ''),
    serial: scope(scopes, 'serial') ?? scope(scopes, 'serialnumber'),
    instance: null,
    name: scope(scopes, 'name'),
    manufacturer: scope(scopes, 'manufacturer') ?? scope(scopes, 'mfr'),
    model: scope(scopes, 'hardware') ?? scope(scopes, 'model'),
    xaddrs,
    rtspUrls: [],
  }
}

/** Scopes below `onvif://www.onvif.org/` (ONVIF Core, section 7.3.3.3). */
function scopesOf(match: XmlNode): readonly string[] {
  return text(match, 'Scopes')
    .split(/\s+/)
    .filter((entry) => /^onvif:\/\//i.test(entry))
    .slice(0, 128)
}

/** The value of the first scope of that category. Cameras encode it like a URL, more or less. */
function scope(scopes: readonly string[], category: string): string | null {
  for (const entry of scopes) {
    const [found, ...rest] = entry.replace(/^onvif:\/\/[^/]*\/+/i, '').split('/')
    if (found?.toLowerCase() !== category) continue
    const value = plainText(urlDecoded(rest.join('/')), 128)
    if (value !== '') return value
  }
  return null
}

function urlDecoded(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    // Bytes that are no UTF-8, encoded one by one; or a bare percent sign.
    return raw.replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }
}
