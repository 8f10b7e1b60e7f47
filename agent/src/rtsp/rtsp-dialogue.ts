import type { AuthScheme, RtspAuthentication } from './rtsp-authentication.js'
import type { RtspConnection } from './rtsp-connection.js'
import { header, type RtspResponse, readSession } from './rtsp-message.js'
import { StreamFailure, statusFailure } from './stream-failure.js'

/** The camera asks for the password in the clear, where it must not be sent so. */
export class ClearRefused extends StreamFailure {}

type Headers = Readonly<Record<string, string>>

/** First answer, fresh nonce, other algorithm or form of the password: more than that is a wrong password. */
const mostTries = 4

/** Requests on one connection, each with the session and the credentials that the camera wants to see. */
export class RtspDialogue {
  readonly #connection: RtspConnection
  readonly #authentication: RtspAuthentication
  #id: string | null = null
  #firstId: string | null = null
  #timeout = 60

  constructor(connection: RtspConnection, authentication: RtspAuthentication) {
    this.#connection = connection
    this.#authentication = authentication
  }

  get authScheme(): AuthScheme {
    return this.#authentication.scheme
  }

  /** Null until the camera opened a session. */
  get sessionId(): string | null {
    return this.#id
  }

  /** The session is over; the next request belongs to none. */
  forget(): void {
    this.#id = null
    this.#firstId = null
  }

  /**
   * Goes back to the first id that the camera gave.
   * @returns false where it gave no other since.
   */
  useFirstSession(): boolean {
    const isOther = this.#firstId !== this.#id
    this.#id = this.#firstId
    return isOther
  }

  /** How long the camera keeps a session of which it hears nothing, seconds. */
  get timeoutSec(): number {
    return this.#timeout
  }

  /** Takes the session out of an answer. Its id changes between answers, and the last one counts. */
  remember(response: RtspResponse): void {
    const session = readSession(response.headers)
    if (session === null) return
    this.#firstId ??= session.id
    this.#id = session.id
    if (/timeout/i.test(header(response.headers, 'session') ?? '')) this.#timeout = session.timeoutSec
  }

  /**
   * Sends a request that has to be answered with 2xx.
   * @throws StreamFailure for what another status means, and as `ask` does.
   */
  async demand(method: string, uri: string, headers: Headers): Promise<RtspResponse> {
    const response = await this.ask(method, uri, headers)
    const failure = statusFailure(method, response.status)
    if (failure !== null) throw failure
    return response
  }

  /**
   * Sends a request, again with credentials where the camera asks for them; other statuses than 401 are the
   * caller's.
   * @throws StreamFailure `auth`, `timeout`, or why the connection ended.
   */
  async ask(method: string, uri: string, headers: Headers = {}, timeoutMs?: number): Promise<RtspResponse> {
    for (let attempt = 1; ; attempt++) {
      const tried = this.#authentication.scheme !== 'none'
      const response = await this.send(method, uri, headers, timeoutMs)
      if (response.status !== 401) {
        if (tried) this.#authentication.accepted()
        return response
      }
      if (attempt > mostTries || !this.#authentication.challenged(response.headers, tried)) {
        throw this.#refused(tried)
      }
    }
  }

  /** Sends a request once, whatever the answer. */
  send(method: string, uri: string, headers: Headers, timeoutMs?: number): Promise<RtspResponse> {
    const authorization = this.#authentication.authorize(method, uri)
    const account = authorization === null ? {} : { Authorization: authorization }
    return this.#connection.request(method, uri, { ...this.#inSession(headers), ...account }, timeoutMs)
  }

  /** As `send`, and without the account: what is refused then is no wrong password to the camera. */
  sendWithoutAccount(method: string, uri: string, timeoutMs?: number): Promise<RtspResponse> {
    return this.#connection.request(method, uri, this.#inSession({}), timeoutMs)
  }

  #inSession(headers: Headers): Headers {
    return this.#id === null ? headers : { ...headers, Session: this.#id }
  }

  #refused(tried: boolean): StreamFailure {
    if (!this.#authentication.hasCredentials) {
      return new StreamFailure('auth', 'the camera asks for a user name and a password: enter both')
    }
    if (this.#authentication.isClearRefused) {
      return new ClearRefused(
        'auth',
        'the camera was found at another address and asks for the password in the clear: see that it is the camera, then switch it off and on in the cloud',
      )
    }
    if (!tried) {
      return new StreamFailure(
        'auth',
        'the camera asks for a way to log in that is not supported: enable Digest authentication in it',
      )
    }
    return new StreamFailure(
      'auth',
      'the camera refused user name and password: check both; wait before trying again, cameras lock accounts',
    )
  }
}
