import { randomUUID } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import type { Counters } from '../counters.js'
import { DEVICE_PATH, type DeviceDescription, scopesOf } from '../onvif/device-description.js'
import { element, escapeXml, parseXml, textAt } from '../onvif/soap.js'

const GROUP = '239.255.255.250'
const PORT = 3702
const ANONYMOUS = 'http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous'
const EVERYBODY = 'urn:schemas-xmlsoap-org:ws:2005:04:discovery'

/** A Probe as far as the camera reads it. */
interface Probe {
  readonly messageId: string
  readonly types: readonly string[]
  readonly scopes: readonly string[]
}

/** Null for what is no Probe. Types lose their prefixes. */
export function parseProbe(xml: string): Probe | null {
  const envelope = element(parseXml(xml), 'Envelope')
  const body = element(envelope, 'Body')
  if (body === undefined || !('Probe' in body)) return null
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
  const types = words(textAt(body, 'Probe', 'Types')).map((type) => type.replace(/^.*:/, ''))
  return {
    messageId: textAt(envelope, 'Header', 'MessageID'),
    types,
    scopes: words(textAt(body, 'Probe', 'Scopes')),
  }
}

/** Whether a Probe asks for a device such as this one (WS-Discovery, section 5.1). */
export function isMeant(probe: Probe, scopes: readonly string[]): boolean {
  const typesFit = probe.types.every((type) => type === 'NetworkVideoTransmitter' || type === 'Device')
  return typesFit && probe.scopes.every((asked) => scopes.some((own) => own.startsWith(asked)))
}

function message(action: string, to: string, relatesTo: string | null, body: string): string {
  const namespaces =
    'xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl" xmlns:tds="http://www.onvif.org/ver10/device/wsdl"'
  const related = relatesTo === null ? '' : `<a:RelatesTo>${escapeXml(relatesTo)}</a:RelatesTo>`
  const sequence = '<d:AppSequence InstanceId="1" MessageNumber="1"/>'
  const header = `<a:MessageID>urn:uuid:${randomUUID()}</a:MessageID>${related}<a:To>${to}</a:To><a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/${action}</a:Action>${sequence}`
  return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope ${namespaces}><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`
}

function identity(parts: ResponderParts, xaddrs: readonly string[]): string {
  const device = parts.device()
  const endpoint = `<a:EndpointReference><a:Address>${device.endpoint}</a:Address></a:EndpointReference>`
  const types = parts.discoveredAs === 'printer' ? printerTypes : 'dn:NetworkVideoTransmitter tds:Device'
  const scopes = `<d:Scopes>${escapeXml(announcedScopes(parts).join(' '))}</d:Scopes>`
  const where = `<d:XAddrs>${escapeXml(xaddrs.join(' '))}</d:XAddrs>`
  return `${endpoint}<d:Types>${types}</d:Types>${scopes}${where}<d:MetadataVersion>1</d:MetadataVersion>`
}

/** As a network printer answers, whatever it was asked for. */
const printerTypes = 'wsdp:Device wprt:PrintDeviceType'

function announcedScopes({ device, discoveredAs, scopes }: ResponderParts): string[] {
  if (discoveredAs === 'printer' || scopes === 'missing') return []
  const right = scopesOf(device())
  return scopes === 'mojibake' ? [...right.filter((scope) => !scope.includes('/name/')), mojibakeName] : right
}

const mojibakeName = 'onvif://www.onvif.org/name/T\u00fcr%20hinten'

/** What some devices send before, or instead of, an answer. */
const noise = {
  'bad-xml': '<?xml version="1.0"?><s:Envelope><s:Body><d:ProbeMatches><d:ProbeMatch><a:EndpointReference>',
  huge: `<Envelope><Body><ProbeMatches>${'<ProbeMatch><Types>x</Types></ProbeMatch>'.repeat(1500)}`,
} as const

export interface ResponderParts {
  readonly host: string
  readonly counters: Counters
  /** How often each Probe is answered; some cameras answer once for every interface. */
  readonly probeAnswers: number
  /** Further addresses that it announces, before the right one. */
  readonly extraXaddrs: readonly string[]
  readonly scopes: 'encoded' | 'missing' | 'mojibake'
  readonly discoveredAs: 'camera' | 'printer'
  readonly probeNoise: readonly (keyof typeof noise)[]
  device(): DeviceDescription
  /** False while the camera is without power. */
  isUp(): boolean
}

/**
 * Answers Probes (WS-Discovery 2005/04) by multicast and to its own address. Several cameras share the
 * port. The group has a socket of its own, because one bound to an address hears no multicast, and the
 * other sends, so that answers come from the camera's address.
 */
export class WsDiscoveryResponder {
  readonly #parts: ResponderParts
  readonly #group = createSocket({ type: 'udp4', reuseAddr: true })
  readonly #own = createSocket({ type: 'udp4', reuseAddr: true })

  constructor(parts: ResponderParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    const { host } = this.#parts
    for (const socket of [this.#group, this.#own]) {
      socket.on('message', (datagram, sender) => this.#receive(datagram, sender))
    }
    await bind(this.#group, GROUP)
    await bind(this.#own, host)
    this.#group.addMembership(GROUP, host)
    this.#own.setMulticastInterface(host)
    this.#own.setMulticastTTL(1)
    await this.#announce('Hello')
  }

  async close(): Promise<void> {
    if (this.#parts.isUp()) await this.#announce('Bye').catch(() => {})
    for (const socket of [this.#group, this.#own]) {
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    }
  }

  #xaddrs(): string[] {
    return [...this.#parts.extraXaddrs, `${this.#parts.device().origin}${DEVICE_PATH}`]
  }

  #announce(action: 'Hello' | 'Bye'): Promise<void> {
    const body = `<d:${action}>${identity(this.#parts, this.#xaddrs())}</d:${action}>`
    return this.#send(message(action, EVERYBODY, null, body), PORT, GROUP)
  }

  #receive(datagram: Buffer, sender: RemoteInfo): void {
    if (!this.#parts.isUp() || !this.#isNear(sender)) return
    const device = this.#parts.device()
    const probe = parseProbe(datagram.toString('utf8'))
    if (probe === null) return
    if (this.#parts.discoveredAs === 'camera' && !isMeant(probe, scopesOf(device))) return
    this.#parts.counters.probesAnswered++
    for (const kind of this.#parts.probeNoise)
      this.#send(noise[kind], sender.port, sender.address).catch(() => {})
    const match = `<d:ProbeMatch>${identity(this.#parts, this.#xaddrs())}</d:ProbeMatch>`
    for (let i = 0; i < this.#parts.probeAnswers; i++) {
      const answer = message(
        'ProbeMatches',
        ANONYMOUS,
        probe.messageId,
        `<d:ProbeMatches>${match}</d:ProbeMatches>`,
      )
      this.#send(answer, sender.port, sender.address).catch(() => {})
    }
  }

  /** Linux hands a group's datagrams of every interface to all; a camera on loopback hears loopback only. */
  #isNear(sender: RemoteInfo): boolean {
    const loopback = (address: string) => address.startsWith('127.')
    return loopback(sender.address) || !loopback(this.#parts.host)
  }

  #send(text: string, port: number, address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      // A name in raw Latin-1 is one in bytes that are no UTF-8.
      const bytes = Buffer.from(text, this.#parts.scopes === 'mojibake' ? 'latin1' : 'utf8')
      this.#own.send(bytes, port, address, (error) => (error === null ? resolve() : reject(error)))
    })
  }
}

function bind(socket: Socket, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(PORT, address, () => {
      socket.off('error', reject)
      // From here on a failing answer is a lost datagram.
      socket.on('error', () => {})
      resolve()
    })
  })
}
