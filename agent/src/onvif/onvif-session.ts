import { Agent } from 'node:http'
import type { Cam } from 'onvif'
import type { Clock } from '../platform/clock.js'
import { answerDigest, chooseDigest, type DigestChallenge } from '../platform/digest-access.js'
import type { Random } from '../platform/random.js'
import { OnvifError, OperationRefused } from './onvif-error.js'
import type { XmlNode } from './read-xml.js'
import { RequestWriter, type WrittenRequest } from './request-writer.js'
import { readSoapAnswer, type SoapAnswer } from './soap-answer.js'
import { postSoap, type SoapReply } from './soap-http.js'

export interface OnvifSessionDeps {
  readonly clock: Clock
  readonly random: Random
}

/** The one address to which everything of a session goes, whatever addresses the device gives. */
export interface OnvifEndpoint {
  /** Checked IP literal. */
  readonly address: string
  readonly port: number
  /** As the person typed it. */
  readonly host: string
}

/** How the device wants to be asked. */
export type OnvifAuthentication = 'none' | 'http-digest' | 'ws-security'

export interface OnvifCredentials {
  readonly username: string
  readonly password: string
}

/** Paths of services until the device names others. */
const usualPaths = {
  device: '/onvif/device_service',
  media: '/onvif/media_service',
  media2: '/onvif/media2_service',
  ptz: '/onvif/ptz_service',
}

/**
 * A conversation with one device, one request at a time. It begins without credentials, learns from the
 * first refusal which authentication the device wants, tries the credentials once, and stops for good if
 * they are refused: cameras lock accounts after few wrong tries.
 */
export class OnvifSession implements Disposable {
  readonly #endpoint: OnvifEndpoint
  readonly #credentials: OnvifCredentials | null
  readonly #deps: OnvifSessionDeps
  readonly #signal: AbortSignal
  readonly #writer: RequestWriter
  /** One connection at a time: small cameras serve no more, and a nonce may live only as long as its connection. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #paths: Record<WrittenRequest['service'], string> = { ...usualPaths }
  #authentication: OnvifAuthentication = 'none'
  /** Uses of the newest nonce: devices refuse a count they have seen. */
  #nonce = { value: '', uses: 0 }
  #proven = false

  constructor(
    endpoint: OnvifEndpoint,
    credentials: OnvifCredentials | null,
    deps: OnvifSessionDeps,
    signal: AbortSignal,
  ) {
    this.#endpoint = endpoint
    this.#credentials = credentials
    this.#deps = deps
    this.#signal = signal
    this.#writer = new RequestWriter(credentials)
  }

  get authentication(): OnvifAuthentication {
    return this.#authentication
  }

  /** Whether the device has accepted the credentials; what it refuses from then on, the account may not do. */
  get isProven(): boolean {
    return this.#proven
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }

  /** The camera's clock, to be used in WS-Security from now on. */
  setCameraClock(cameraNowMs: number): void {
    this.#writer.setCameraClock(cameraNowMs)
  }

  /** The path of a service as the device announced it; host and port stay those of the session. */
  setServicePath(service: 'media' | 'media2' | 'ptz', path: string): void {
    this.#paths[service] = path
    if (service === 'media2') this.#writer.media2Support = true
  }

  get hasMedia2(): boolean {
    return this.#writer.media2Support === true
  }

  /** Goes back to Media1, for devices whose Media2 does not work. */
  withoutMedia2(): void {
    this.#writer.media2Support = false
  }

  /** Asks without credentials and judges nothing. */
  async askOpenly(call: (cam: Cam) => void): Promise<{ answer: SoapAnswer; reply: SoapReply }> {
    const reply = await this.#post(this.#write(call, 'none'))
    return { answer: readSoapAnswer(reply.status, reply.body), reply }
  }

  /**
   * The body of the device's answer to one operation.
   * @throws OnvifError `auth` if the credentials are missing or refused, `clock`, or any other cause.
   */
  async ask(call: (cam: Cam) => void): Promise<XmlNode> {
    const { answer, reply } = await this.#tryOnce(call, null)
    const isFirstRefusal = answer.kind === 'not_authorized' && this.#authentication === 'none'
    if (!isFirstRefusal || this.#credentials === null) return this.#accept(answer, reply)
    const challenge = chooseDigest(reply.challenges)
    this.#authentication = challenge === null ? 'ws-security' : 'http-digest'
    const second = await this.#tryOnce(call, challenge)
    return this.#accept(second.answer, second.reply)
  }

  async #tryOnce(
    call: (cam: Cam) => void,
    challenge: DigestChallenge | null,
  ): Promise<{ answer: SoapAnswer; reply: SoapReply }> {
    const request = this.#write(call, this.#authentication)
    const reply =
      this.#authentication === 'http-digest'
        ? await this.#postWithDigest(request, challenge)
        : await this.#post(request)
    return { answer: readSoapAnswer(reply.status, reply.body), reply }
  }

  /** A challenge belongs to its connection, so each request fetches one, unless it has just been given. */
  async #postWithDigest(request: WrittenRequest, given: DigestChallenge | null): Promise<SoapReply> {
    let challenge = given
    if (challenge === null) {
      const open = await this.#post(request)
      challenge = open.status === 401 ? chooseDigest(open.challenges) : null
      if (challenge === null) return open
    }
    const reply = await this.#post(request, challenge)
    const renewed = reply.status === 401 ? chooseDigest(reply.challenges) : null
    return renewed?.stale === true ? this.#post(request, renewed) : reply
  }

  #accept(answer: SoapAnswer, reply: SoapReply): XmlNode {
    if (answer.kind !== 'response') throw this.#failureOf(answer, reply)
    if (this.#authentication !== 'none') this.#proven = true
    return answer.body
  }

  #failureOf(answer: Exclude<SoapAnswer, { kind: 'response' }>, reply: SoapReply): OnvifError {
    if (answer.kind === 'not_authorized') return this.#refused()
    if (answer.kind === 'not_soap') return notSoap(reply.status, this.#where())
    return answer.kind === 'wrong_time'
      ? new OnvifError('clock', "the camera finds the gateway's time wrong: set the clocks of both")
      : new OperationRefused(answer.reason)
  }

  #refused(): OnvifError {
    if (this.#proven) {
      return new OnvifError('auth', 'the account lacks the right to read the camera: give it more rights')
    }
    return new OnvifError(
      'auth',
      this.#credentials === null
        ? 'the camera asks for a user name and a password'
        : 'the camera refuses this user name or password (its ONVIF users may be separate from its web users)',
    )
  }

  #write(call: (cam: Cam) => void, authentication: OnvifAuthentication): WrittenRequest {
    this.#writer.useWSSecurity = authentication === 'ws-security'
    return this.#writer.write(call)
  }

  #post(request: WrittenRequest, challenge?: DigestChallenge): Promise<SoapReply> {
    const path = this.#paths[request.service]
    const authorization =
      challenge === undefined ? {} : { authorization: this.#authorization(challenge, path) }
    const soap = { ...this.#endpoint, path, action: request.action, body: request.body, ...authorization }
    return postSoap(soap, this.#agent, this.#deps.clock, this.#signal)
  }

  #authorization(challenge: DigestChallenge, path: string): string {
    const { username = '', password = '' } = this.#credentials ?? {}
    const cnonce = Buffer.from(this.#deps.random.bytes(8)).toString('hex')
    const uses = this.#nonce.value === challenge.nonce ? this.#nonce.uses + 1 : 1
    this.#nonce = { value: challenge.nonce, uses }
    return answerDigest(challenge, { method: 'POST', uri: path, username, password }, uses, cnonce)
  }

  #where(): string {
    return `${this.#endpoint.host} port ${this.#endpoint.port}`
  }
}

function notSoap(status: number, where: string): OnvifError {
  if (status >= 300 && status < 400) {
    return new OnvifError(
      'redirect',
      `${where} sends us elsewhere: enter the address where the camera itself answers`,
    )
  }
  if (status === 404)
    return new OnvifError('not_found', `${where} has no ONVIF service: is ONVIF switched on?`)
  return new OnvifError(
    'protocol',
    `${where} answers, but not as an ONVIF device (HTTP ${status}): check the port`,
  )
}
