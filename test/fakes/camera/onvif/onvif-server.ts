import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Authenticator, Verdict } from '../authentication.js'
import type { Counters } from '../counters.js'
import type { Faults } from '../faults.js'
import {
  DEVICE_PATH,
  type DeviceDescription,
  MEDIA_PATH,
  PTZ_PATH,
  SNAPSHOT_PATH,
} from './device-description.js'
import { deviceOperations } from './device-service.js'
import { mediaOperations } from './media-service.js'
import { type Motor, performPtz } from './ptz-service.js'
import { envelope, faultBody, parseSoap, type SoapRequest, textAt } from './soap.js'
import type { UsernameTokens } from './username-token.js'

/** Ways to log in that the ONVIF service takes. */
export type OnvifLogin = 'username-token' | 'http-digest'

type ServicePrefix = 'tds' | 'trt' | 'tptz'

export interface OnvifServerParts {
  readonly host: string
  readonly logins: readonly OnvifLogin[]
  readonly faults: Faults
  readonly counters: Counters
  readonly authenticator: Authenticator
  readonly tokens: UsernameTokens
  /** Null for a camera that cannot be moved. */
  readonly motor: Motor | null
  /** Whether the motor also zooms. */
  readonly hasZoom: boolean
  /** Told at each new connection how many are open. */
  readonly onConnection?: (open: number) => void
  device(): DeviceDescription
  /** The present picture as JPEG. */
  takeSnapshot(): Promise<Buffer>
}

/** Device and media service over HTTP, and the snapshot. */
export class OnvifServer {
  private readonly parts: OnvifServerParts
  private readonly lifetime = new AbortController()
  private readonly underWay = new Set<Promise<void>>()
  private server: Server | null = null
  private boundPort: number

  constructor(parts: OnvifServerParts, port: number) {
    this.parts = parts
    this.boundPort = port
  }

  get port(): number {
    return this.boundPort
  }

  async listen(): Promise<void> {
    if (this.server !== null) return
    const server = createServer((request, response) => {
      const work = this.serve(request, response).catch(() => {
        response.destroy()
      })
      this.underWay.add(work)
      void work.finally(() => this.underWay.delete(work))
    })
    let open = 0
    server.on('connection', (socket) => {
      open++
      socket.once('close', () => open--)
      this.parts.onConnection?.(open)
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.boundPort, this.parts.host, resolve)
    })
    const address = server.address()
    if (address !== null && typeof address === 'object') this.boundPort = address.port
    this.server = server
  }

  /** Ends all connections as well. */
  async stopListening(): Promise<void> {
    const { server } = this
    this.server = null
    if (server === null) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }

  async close(): Promise<void> {
    this.lifetime.abort()
    await this.stopListening()
    await Promise.all(this.underWay)
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { blackHole, answerDelayMs } = this.parts.faults.current
    const body = await text(request)
    if (blackHole) return
    if (answerDelayMs > 0) await delay(answerDelayMs, undefined, { signal: this.lifetime.signal })
    if (request.url === SNAPSHOT_PATH && request.method === 'GET')
      return this.serveSnapshot(request, response)
    const prefix = this.prefixOf(request.url ?? '')
    if (prefix !== undefined) return this.serveSoap(request, body, response, prefix)
    response.writeHead(404).end('not found')
  }

  /** The namespace prefix of a service's answers; undefined where there is no service. */
  private prefixOf(path: string): ServicePrefix | undefined {
    switch (path) {
      case DEVICE_PATH:
        return 'tds'
      case MEDIA_PATH:
        return 'trt'
      case PTZ_PATH:
        return this.parts.motor === null ? undefined : 'tptz'
      default:
        return undefined
    }
  }

  private async serveSnapshot(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const verdict = this.judgeHttp(request)
    this.countCredentials(verdict)
    if (verdict !== 'ok') {
      response.writeHead(401, { 'WWW-Authenticate': this.parts.authenticator.headers() }).end()
      return
    }
    const picture = await this.parts.takeSnapshot()
    this.parts.counters.snapshotsServed++
    response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': picture.length }).end(picture)
  }

  private serveSoap(
    request: IncomingMessage,
    xml: string,
    response: ServerResponse,
    prefix: ServicePrefix,
  ): void {
    const soap = parseSoap(xml)
    if (soap === null) return send(response, 400, faultBody('Sender', 'ter:WellFormed', 'no SOAP envelope'))
    this.parts.counters.countOnvifRequest(soap.operation)
    const verdict = soap.operation === 'GetSystemDateAndTime' ? 'ok' : this.judge(request, soap)
    if (verdict !== 'ok') return this.refuse(response)
    if (soap.operation !== 'GetSystemDateAndTime' && this.parts.faults.current.wrongTime) {
      return send(response, 400, faultBody('Sender', 'wsse:MessageExpired', 'The message has expired'))
    }
    const answer = this.perform(prefix, soap)
    if (answer.fault !== undefined) return send(response, 400, answer.fault)
    const name = `${prefix}:${soap.operation}Response`
    send(response, 200, `<${name}>${answer.inner}</${name}>`)
  }

  private perform(prefix: ServicePrefix, soap: SoapRequest): { inner?: string; fault?: string } {
    const { motor, hasZoom } = this.parts
    const device = this.parts.device()
    if (prefix === 'tptz' && motor !== null) {
      const answer = performPtz(soap.operation, soap.body, device, motor, hasZoom)
      return 'inner' in answer ? answer : { fault: faultBody('Sender', answer.subcode, 'not done') }
    }
    const unsupported = faultBody('Receiver', 'ter:ActionNotSupported', `${soap.operation} is not supported`)
    if (prefix === 'tds') {
      const operation = deviceOperations[soap.operation]
      return operation === undefined ? { fault: unsupported } : { inner: operation(device) }
    }
    const operation = mediaOperations[soap.operation]
    if (operation === undefined) return { fault: unsupported }
    const inner = operation(device, textAt(soap.body, 'ProfileToken'))
    return inner === null ? { fault: faultBody('Sender', 'ter:NoProfile', 'no such profile') } : { inner }
  }

  private judgeHttp(request: IncomingMessage): Verdict {
    const { authenticator, faults } = this.parts
    const { authorization } = request.headers
    const verdict = authenticator.verify(authorization, request.method ?? '', request.url ?? '')
    return verdict === 'ok' && authorization !== undefined && faults.current.wrongPassword
      ? 'failed'
      : verdict
  }

  private judge(request: IncomingMessage, soap: SoapRequest): Verdict {
    const { faults, logins, tokens } = this.parts
    if (this.parts.authenticator.isOpen) return 'ok'
    const byHttp = logins.includes('http-digest') ? this.judgeHttp(request) : 'missing'
    let verdict = byHttp
    if (byHttp === 'missing' && logins.includes('username-token')) {
      verdict = tokens.verify(soap.header)
      if (verdict === 'ok' && faults.current.wrongPassword) verdict = 'failed'
    }
    this.countCredentials(verdict)
    return verdict
  }

  private countCredentials(verdict: Verdict): void {
    if (verdict === 'ok') this.parts.counters.credentialsOk++
    if (verdict === 'failed') this.parts.counters.credentialsFailed++
  }

  /** ONVIF Core, section 5.9.1: 401 asks for HTTP digest, 400 says that a token is wrong or missing. */
  private refuse(response: ServerResponse): void {
    const digest = this.parts.logins.includes('http-digest')
    if (digest) response.setHeader('WWW-Authenticate', this.parts.authenticator.headers())
    const body = faultBody('Sender', 'ter:NotAuthorized', 'Sender not authorized')
    send(response, digest ? 401 : 400, body)
  }
}

function send(response: ServerResponse, status: number, body: string): void {
  const bytes = Buffer.from(envelope(body))
  const headers = { 'Content-Type': 'application/soap+xml; charset=utf-8', 'Content-Length': bytes.length }
  response.writeHead(status, headers).end(bytes)
}
