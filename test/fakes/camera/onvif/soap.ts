import { XMLParser } from 'fast-xml-parser'

export type XmlNode = Readonly<Record<string, unknown>>

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
})

function isNode(value: unknown): value is XmlNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The element at a path of local names; undefined where there is none, or only text. */
export function element(node: XmlNode | undefined, ...names: readonly string[]): XmlNode | undefined {
  let found: unknown = node
  for (const name of names) found = isNode(found) ? found[name] : undefined
  return isNode(found) ? found : undefined
}

/** The text at a path of local names; '' where there is none. */
export function textAt(node: XmlNode | undefined, ...names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  const value = element(node, ...names.slice(0, -1))?.[last]
  if (isNode(value)) return textAt(value, '#text')
  return typeof value === 'string' ? value.trim() : ''
}

/** A SOAP request as far as the camera reads it. */
export interface SoapRequest {
  readonly header: XmlNode | undefined
  /** Local name of the first element in the body, e.g. `GetProfiles`. */
  readonly operation: string
  readonly body: XmlNode | undefined
}

/** Null for what is no SOAP envelope. */
export function parseSoap(xml: string): SoapRequest | null {
  const root = element(parseXml(xml), 'Envelope')
  const body = element(root, 'Body')
  const operation = Object.keys(body ?? {}).find((name) => !name.startsWith('@') && name !== '#text')
  if (operation === undefined) return null
  return { header: element(root, 'Header'), operation, body: element(body, operation) }
}

/** Parses XML without regard to namespaces; undefined for what is none. */
export function parseXml(xml: string): XmlNode | undefined {
  try {
    const parsed: unknown = parser.parse(xml)
    return isNode(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

export function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': 'amp',
    '<': 'lt',
    '>': 'gt',
    '"': 'quot',
    "'": 'apos',
  }
  return text.replace(/[&<>"']/g, (character) => `&${names[character] ?? ''};`)
}

const NAMESPACES = [
  'xmlns:s="http://www.w3.org/2003/05/soap-envelope"',
  'xmlns:tds="http://www.onvif.org/ver10/device/wsdl"',
  'xmlns:trt="http://www.onvif.org/ver10/media/wsdl"',
  'xmlns:tptz="http://www.onvif.org/ver20/ptz/wsdl"',
  'xmlns:tr2="http://www.onvif.org/ver20/media/wsdl"',
  'xmlns:tev="http://www.onvif.org/ver10/events/wsdl"',
  'xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2"',
  'xmlns:wsa="http://www.w3.org/2005/08/addressing"',
  'xmlns:wstop="http://docs.oasis-open.org/wsn/t-1"',
  'xmlns:tns1="http://www.onvif.org/ver10/topics"',
  'xmlns:tt="http://www.onvif.org/ver10/schema"',
  'xmlns:ter="http://www.onvif.org/ver10/error"',
  'xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"',
].join(' ')

/** A SOAP 1.2 envelope around the inner XML of a body. */
export function envelope(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<s:Envelope ${NAMESPACES}><s:Body>${body}</s:Body></s:Envelope>`
}

/** A SOAP fault with an ONVIF subcode (ONVIF Core, section 5.8.2). */
export function faultBody(side: 'Sender' | 'Receiver', subcode: string, reason: string): string {
  const code = `<s:Value>s:${side}</s:Value><s:Subcode><s:Value>${subcode}</s:Value></s:Subcode>`
  const text = `<s:Text xml:lang="en">${escapeXml(reason)}</s:Text>`
  return `<s:Fault><s:Code>${code}</s:Code><s:Reason>${text}</s:Reason></s:Fault>`
}
