import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import {
  DEVICE_PATH,
  type DeviceDescription,
  MEDIA_PATH,
  MEDIA2_PATH,
  PTZ_PATH,
  SNAPSHOT_PATH,
} from './device-description.js'
import { deviceOperations } from './device-service.js'
import type { EventOptions } from './event-options.js'
import { EVENT_PATH, type EventService } from './event-service.js'
import { media2Operations, mediaOperations } from './media-service.js'
import { NO_ONVIF_FAULTS, type OnvifFaults } from './onvif-faults.js'
import { type OnvifLoginParts, OnvifLogins } from './onvif-logins.js'
import { type Motor, performPtz } from './ptz-service.js'
import { envelope, faultBody, parseSoap, type SoapRequest, textAt } from './soap.js'

type ServicePrefix = 'tds' | 'trt' | 'tr2' | 'tptz' | 'tev'

export interface OnvifServerParts extends OnvifLoginParts {
  readonly host: string
  /** Null for a camera that cannot be moved. */
  readonly motor: Motor | null
  /** Whether the motor also zooms. */
  readonly hasZoom: boolean
  /** Null for a camera without events. */
  readonly events: EventService | null
  /** Whether subscriptions answer at a port of their own, or nothing does there. */
  readonly secondPort: 'none' | 'answers' | 'silent'
  device(): DeviceDescription
  /** The present picture of a channel as JPEG. */
  takeSnapshot(channel: number): Promise<Buffer>
}

/** What a service answers: an element with its inner XML, or a fault. */
type Performed =
  | { readonly name: string; readonly inner: string }
  | { readonly fault: string; readonly isUnauthorized?: boolean }
  | { readonly cutBy: EventOptions['cutBy'] }

const STACK_TRACE =
  'Traceback (most recent call last):\n  File "/opt/onvif/server.py", line 112, in handle\nKeyError: None\n'

/** The services over HTTP, and the snapshot. */
export class OnvifServer {
  readonly #parts: OnvifServerParts
  readonly #logins: OnvifLogins
  readonly #lifetime = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  #server: Server | null = null
  #second: Server | null = null
  #boundPort: number
  #boundSecondPort = 0
  #requests = 0

  constructor(parts: OnvifServerParts, port: number) {
    this.#parts = parts
    this.#logins = new OnvifLogins(parts)
    this.#boundPort = port
  }

  get port(): number {
    return this.#boundPort
  }

  /** Where subscriptions answer, if they have a port of their own; 0 otherwise. */
  get secondPort(): number {
    return this.#boundSecondPort
  }

  async listen(): Promise<void> {
    if (this.#server !== null) return
    this.#server = await this.#open(this.#boundPort)
    this.#boundPort = portOf(this.#server)
    if (this.#parts.secondPort === 'none') return
    this.#second = await this.#open(this.#boundSecondPort, this.#parts.secondPort === 'silent')
    this.#boundSecondPort = portOf(this.#second)
  }

  /** Ends all connections as well. */
  async stopListening(): Promise<void> {
    const servers = [this.#server, this.#second]
    this.#server = null
    this.#second = null
    await Promise.all(servers.map(shut))
  }

  async close(): Promise<void> {
    this.#lifetime.abort()
    this.#parts.events?.close()
    await this.stopListening()
    await Promise.all(this.#underWay)
  }

  async #open(port: number, isSilent = false): Promise<Server> {
    const server = createServer((request, response) => {
      if (isSilent) return
      const work = this.#serve(request, response).catch(() => {
        response.destroy()
      })
      this.#underWay.add(work)
      void work.finally(() => this.#underWay.delete(work))
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, this.#parts.host, resolve)
    })
    return server
  }

  get #faults(): OnvifFaults {
    return { ...NO_ONVIF_FAULTS, ...this.#parts.faults.current.onvif }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { blackHole, answerDelayMs } = this.#parts.faults.current
    const { hangsUpEvery, stackTrace } = this.#faults
    const body = await text(request)
    this.#requests += 1
    this.#endKept(request, response)
    if (blackHole) return
    if (hangsUpEvery !== null && this.#requests % hangsUpEvery === 0) {
      request.socket.destroy()
      return
    }
    if (answerDelayMs > 0) await delay(answerDelayMs, undefined, { signal: this.#lifetime.signal })
    const still = new RegExp(`^${SNAPSHOT_PATH}(?:\\?channel=(\\d+))?$`).exec(request.url ?? '')
    if (still !== null && request.method === 'GET')
      return this.#serveSnapshot(request, response, Number(still[1] ?? 1))
    if (stackTrace) {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(STACK_TRACE)
      return
    }
    const prefix = this.#prefixOf(request)
    if (prefix !== undefined) return this.#serveSoap(request, body, response, prefix)
    response.writeHead(404).end('not found')
  }

  /** Ends the connection after the answer, where that is not announced: a request may be on its way. */
  #endKept({ socket }: IncomingMessage, response: ServerResponse): void {
    const { endsKeptAfterMs } = this.#faults
    if (endsKeptAfterMs === null) return
    const asked = this.#requests
    response.once('finish', () => {
      setTimeout(() => {
        if (endsKeptAfterMs === 0 || asked === this.#requests) socket.destroy()
      }, endsKeptAfterMs)
    })
  }

  /** The namespace prefix of a service's answers; undefined where there is no service. */
  #prefixOf({ url = '', socket }: IncomingMessage): ServicePrefix | undefined {
    const { events, motor } = this.#parts
    const { media } = this.#parts.device()
    if (url.startsWith(EVENT_PATH)) {
      const isSubscription = url !== EVENT_PATH
      const isHere =
        !isSubscription || this.#parts.secondPort !== 'answers' || socket.localPort === this.#boundSecondPort
      return events === null || !isHere ? undefined : 'tev'
    }
    switch (url) {
      case DEVICE_PATH:
        return 'tds'
      case MEDIA_PATH:
        return media === 'media2' ? undefined : 'trt'
      case MEDIA2_PATH:
        return media === 'media1' ? undefined : 'tr2'
      case PTZ_PATH:
        return motor === null ? undefined : 'tptz'
      default:
        return undefined
    }
  }

  async #serveSnapshot(request: IncomingMessage, response: ServerResponse, channel: number): Promise<void> {
    if (this.#logins.judgePlain(request) !== 'ok') {
      response.writeHead(401, { 'WWW-Authenticate': this.#parts.authenticator.headers() }).end()
      return
    }
    this.#parts.counters.snapshotsServed++
    this.#parts.counters.snapshotChannels.push(channel)
    if (this.#faults.snapshot === 'html') {
      response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end('<html>404 Not Found</html>')
      return
    }
    const picture = await this.#parts.takeSnapshot(channel)
    this.#deliver(response, 200, 'image/jpeg', picture)
  }

  async #serveSoap(
    request: IncomingMessage,
    xml: string,
    response: ServerResponse,
    prefix: ServicePrefix,
  ): Promise<void> {
    const soap = parseSoap(xml)
    if (soap === null)
      return this.#send(response, 400, faultBody('Sender', 'ter:WellFormed', 'no SOAP envelope'))
    this.#parts.counters.countOnvifRequest(soap.operation)
    const isOpen = soap.operation === 'GetSystemDateAndTime' && this.#faults.time !== 'needs-account'
    if (!isOpen && this.#logins.judge(request, soap) !== 'ok') return this.#refuse(response)
    if (!isOpen && this.#parts.faults.current.wrongTime) {
      return this.#send(response, 400, faultBody('Sender', 'wsse:MessageExpired', 'The message has expired'))
    }
    const performed = await this.#perform(prefix, soap, request, response)
    const isLost = soap.operation === 'ContinuousMove' && this.#faults.moveAnswer === 'lost'
    if (response.destroyed || isLost) return
    if ('inner' in performed) {
      return this.#send(response, 200, `<${performed.name}>${performed.inner}</${performed.name}>`)
    }
    if ('cutBy' in performed) return cut(request.socket, performed.cutBy)
    if (performed.isUnauthorized === true) return this.#refuse(response)
    this.#send(response, 400, performed.fault)
  }

  async #perform(
    prefix: ServicePrefix,
    soap: SoapRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Performed> {
    const { events, hasZoom, motor } = this.#parts
    const device = this.#parts.device()
    const name = `${prefix}:${soap.operation}Response`
    const unsupported = faultBody('Receiver', 'ter:ActionNotSupported', `${soap.operation} is not supported`)
    if (prefix === 'tev' && events !== null) {
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      const answer = await events.perform({ ...soap, path: request.url ?? '', gone: gone.signal })
      if ('inner' in answer || 'cutBy' in answer) return answer
      const { subcode, isUnauthorized = false } = answer
      return { fault: faultBody('Sender', subcode, 'not done'), isUnauthorized }
    }
    if (prefix === 'tptz' && motor !== null) {
      const answer = performPtz(soap.operation, soap.body, device, motor, hasZoom, this.#faults)
      if ('inner' in answer) return { name, inner: answer.inner }
      return { fault: faultBody('Sender', answer.subcode, 'not done') }
    }
    if (prefix === 'tds') {
      const operation = deviceOperations[soap.operation]
      return operation === undefined
        ? { fault: unsupported }
        : { name, inner: operation(device, this.#faults) }
    }
    const operation = (prefix === 'tr2' ? media2Operations : mediaOperations)[soap.operation]
    if (operation === undefined) return { fault: unsupported }
    const inner = operation(device, textAt(soap.body, 'ProfileToken'), this.#faults)
    return inner === null
      ? { fault: faultBody('Sender', 'ter:NoProfile', 'no such profile') }
      : { name, inner }
  }

  /** ONVIF Core, section 5.9.1: 401 asks for HTTP digest, 400 says that a token is wrong or missing. */
  #refuse(response: ServerResponse): void {
    const { challenges } = this.#logins
    if (challenges) response.setHeader('WWW-Authenticate', this.#parts.authenticator.headers())
    const body = faultBody('Sender', 'ter:NotAuthorized', 'Sender not authorized')
    this.#send(response, challenges ? 401 : 400, body)
  }

  #send(response: ServerResponse, status: number, body: string): void {
    const { xml } = this.#faults
    const whole =
      xml === 'undeclared' ? envelope(body).replaceAll(/ xmlns:t\w+="[^"]*"/g, '') : envelope(body)
    const bytes = Buffer.from(
      xml === 'latin1' ? whole.replace('</s:Envelope>', '<!-- \u00e9\u00fc --></s:Envelope>') : whole,
      xml === 'latin1' ? 'latin1' : 'utf8',
    )
    const isFault = status >= 400 && status !== 401
    const type = xml === 'ok-faults' ? 'text/html' : 'application/soap+xml; charset=utf-8'
    this.#deliver(response, xml === 'ok-faults' && isFault ? 200 : status, type, bytes)
  }

  #deliver(response: ServerResponse, status: number, type: string, bytes: Buffer): void {
    const { framing } = this.#faults
    const length = { 'Content-Length': bytes.length + (framing === 'too-long' ? 48 : 0) }
    const frame = framing === 'no-last-chunk' ? { 'Transfer-Encoding': 'chunked' } : length
    response.writeHead(status, { 'Content-Type': type, ...frame })
    if (framing === 'right') response.end(bytes)
    else {
      const sent = framing === 'half' ? bytes.subarray(0, bytes.length / 2) : bytes
      response.write(sent, () => response.socket?.end())
    }
  }
}

const HALF_ANSWER =
  'HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml\r\nContent-Length: 900\r\n\r\n<?xml version="1.0"?><s:Envelope><s:Bo'

/** Ends a connection in place of an answer. */
function cut(socket: Socket, by: EventOptions['cutBy']): void {
  if (by === 'reset') socket.resetAndDestroy()
  else if (by === 'half') socket.end(HALF_ANSWER)
  else socket.end()
}

function portOf(server: Server): number {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

async function shut(server: Server | null): Promise<void> {
  if (server === null) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
