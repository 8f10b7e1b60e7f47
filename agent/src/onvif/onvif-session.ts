import { createHash } from 'node:crypto'
import type { Cam } from 'onvif'
import type { Clock } from '../platform/clock.js'
import { type DigestChallenge, digestChallenges } from '../platform/digest-access.js'
import { CameraClock } from './camera-clock.js'
import { readSystemTime } from './device-answers.js'
import { type CachedDevice, DeviceCache, inTurn } from './device-cache.js'
import { LoginLadder } from './login-ladder.js'
import type { OnvifCredentials, OnvifEndpoint, OnvifSessionDeps } from './onvif-endpoint.js'
import type { OnvifError } from './onvif-error.js'
import { readFairly } from './read-fairly.js'
import type { XmlNode } from './read-xml.js'
import { type OnvifService, RequestWriter, type WrittenRequest } from './request-writer.js'
import { failureOf } from './session-failure.js'
import { type SendOptions, SessionWire } from './session-wire.js'
import type { SoapAnswer } from './soap-answer.js'
import type { SoapReply } from './soap-http.js'

/** How the device wants to be asked. */
export type OnvifAuthentication = 'none' | 'http-digest' | 'ws-security'

/** A device's answer: its body, and the whole document where names of namespaces matter. */
export interface Answered {
  readonly body: XmlNode
  readonly document: string
}

/** A camera gives its time in whole seconds: a clock that is further off than this has moved, ms. */
const lostClockMs = 2000

/**
 * A conversation with one device, one request at a time. It begins as the device was last spoken to, or without
 * credentials, learns from the first refusal which authentication the device wants, tries the credentials by the
 * ladder of `login-ladder.ts`, and stops for good if they are refused: cameras lock accounts after few wrong tries.
 */
export class OnvifSession implements Disposable {
  readonly endpoint: OnvifEndpoint
  /** The device's clock, to which WS-Security and absolute times are set. */
  readonly cameraClock: CameraClock
  /** What is known of the device beyond this session. */
  readonly device: CachedDevice
  readonly #hasCredentials: boolean
  readonly #account: string | null
  readonly #clock: Clock
  readonly #signal: AbortSignal
  readonly #writer = new RequestWriter()
  readonly #wire: SessionWire
  readonly #ladder: LoginLadder
  #refused: OnvifError | null = null

  constructor(
    endpoint: OnvifEndpoint,
    credentials: OnvifCredentials | null,
    deps: OnvifSessionDeps,
    signal: AbortSignal,
  ) {
    this.endpoint = endpoint
    this.cameraClock = new CameraClock(deps.clock)
    this.device = (deps.devices ?? new DeviceCache()).of(endpoint.host, endpoint.port)
    this.#hasCredentials = credentials !== null
    this.#clock = deps.clock
    this.#signal = signal
    this.#wire = new SessionWire(endpoint, credentials, deps, signal)
    this.#account = credentials === null ? null : accountName(credentials)
    // Whoever takes over the address of a camera refuses digests, and would be sent the password itself.
    const tookDigests = this.#account !== null && this.device.digestedAccount === this.#account
    const digestOnly = credentials?.digestOnly === true || tookDigests
    const ways = { hasCredentials: credentials !== null, digestOnly }
    this.#ladder = new LoginLadder(ways, this.device.login)
  }

  get authentication(): OnvifAuthentication {
    const { login } = this.#ladder
    if (login === 'none') return 'none'
    return login.startsWith('http') ? 'http-digest' : 'ws-security'
  }

  /** Whether the device has accepted the credentials; a device that asks nobody proves nothing. */
  get isProven(): boolean {
    return this.#ladder.isProven
  }

  /** How many wrong passwords the device has counted in this session. */
  get wrongTries(): number {
    return this.#ladder.refusals
  }

  [Symbol.dispose](): void {
    this.#wire[Symbol.dispose]()
  }

  /** The path of a service as the device announced it; host and port stay those of the session. */
  setServicePath(service: Exclude<OnvifService, 'device'>, path: string): void {
    this.#wire.paths[service] = path
    if (service === 'media2') this.#writer.media2Support = !this.device.isMedia2Broken
  }

  servicePath(service: OnvifService): string {
    return this.#wire.paths[service]
  }

  get hasMedia2(): boolean {
    return this.#writer.media2Support === true
  }

  /** Goes back to Media1, for devices whose Media2 does not work. */
  withoutMedia2(): void {
    this.#writer.media2Support = false
  }

  /**
   * Asks the device for its time, without credentials (ONVIF Core, section 8.3.4), and goes by that.
   * @returns what it answered, which also shows whether this is an ONVIF device at all; and by how much its clock is
   *   another than it was thought to be, ms
   */
  async measureClock(
    options: SendOptions = {},
  ): Promise<{ answer: SoapAnswer; status: number; movedMs: number }> {
    const { answer, reply } = await this.askOpenly((cam) => cam.getSystemDateAndTime(ignore), options)
    const said = answer.kind === 'response' ? readSystemTime(answer.body) : null
    const thoughtMs = this.cameraClock.now()
    this.cameraClock.set(said ?? reply.dateMs, said === null ? 'date-header' : 'utc')
    return { answer, status: reply.status, movedMs: Math.abs(this.cameraClock.now() - thoughtMs) }
  }

  /** Asks without credentials and judges nothing. */
  async askOpenly(
    call: (cam: Cam) => void,
    options: SendOptions = {},
  ): Promise<{ answer: SoapAnswer; reply: SoapReply }> {
    const request = this.#writer.write(call)
    const shown = { given: [], cameraClock: this.cameraClock }
    const reply = await this.#inTurn(options, () => this.#wire.postAs('none', request, shown, options))
    return { answer: await readFairly(reply, this.#clock, this.#signal), reply }
  }

  /**
   * The body of the device's answer to one operation.
   * @throws OnvifError `auth` if the credentials are missing or refused, `clock`, or any other cause.
   */
  async ask(call: (cam: Cam) => void, options: SendOptions = {}): Promise<XmlNode> {
    return (await this.send(this.#writer.write(call), options)).body
  }

  /** The device's answer to a request that is written already. @throws as `ask` does */
  async send(request: WrittenRequest, options: SendOptions = {}): Promise<Answered> {
    let given: readonly DigestChallenge[] = []
    for (let isClockFresh = false; ; ) {
      if (this.#refused !== null) throw this.#refused
      const shown = { given, cameraClock: this.cameraClock }
      const reply = await this.#inTurn(options, () =>
        this.#wire.postAs(this.#ladder.login, request, shown, options),
      )
      const answer = await readFairly(reply, this.#clock, options.signal ?? this.#signal)
      if (answer.kind === 'response') {
        this.#ladder.accepted()
        this.device.login = this.#ladder.login
        if (this.#ladder.showsDigests) this.device.digestedAccount = this.#account
        return { body: answer.body, document: reply.body }
      }
      if (answer.kind !== 'not_authorized' && answer.kind !== 'wrong_time') throw this.#failure(answer, reply)
      if (this.#ladder.isProven) {
        // A camera that restarted may have lost its clock, and no account is wrong then.
        if (isClockFresh || this.authentication !== 'ws-security') throw this.#failure(answer, reply)
        const { movedMs } = await this.measureClock()
        // Where it has not, the account would only be refused a second time, and cameras count that.
        if (answer.kind === 'not_authorized' && movedMs < lostClockMs) throw this.#failure(answer, reply)
        isClockFresh = true
        continue
      }
      given = digestChallenges(reply.challenges)
      const refusal = {
        kind: answer.kind,
        challenges: given,
        isClockDoubtful: this.cameraClock.isDoubtful,
        isAccountShut: answer.kind === 'not_authorized' && answer.account !== null,
      }
      if (this.#ladder.refused(refusal)) continue
      this.device.login = null
      this.#refused = this.#failure(answer, reply)
    }
  }

  #inTurn<T>(options: SendOptions, work: () => Promise<T>): Promise<T> {
    return options.isUnqueued === true ? work() : inTurn(this.device, work, this.#signal)
  }

  #failure(answer: Exclude<SoapAnswer, { kind: 'response' }>, { status }: SoapReply): OnvifError {
    const where = `${this.endpoint.host} port ${this.endpoint.port}`
    const { isProven } = this.#ladder
    return failureOf(answer, { status, where, hasCredentials: this.#hasCredentials, isProven })
  }
}

/** Names an account without holding it: another password begins anew. */
function accountName({ username, password }: OnvifCredentials): string {
  return createHash('sha256')
    .update(JSON.stringify([username, password]))
    .digest('hex')
}

/** The package wants a callback; its answers go through the session instead. */
function ignore(): void {}
