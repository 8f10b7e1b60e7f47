import { readChallenges } from '../platform/access-challenge.js'
import { answerDigest, type DigestChallenge, digestChallenges } from '../platform/digest-access.js'
import type { Random } from '../platform/random.js'
import type { StreamCredentials } from './parse-rtsp-url.js'
import type { RtspHeaders } from './rtsp-message.js'

export type AuthScheme = 'none' | 'basic' | 'digest-md5' | 'digest-sha256'

interface AuthenticationOptions {
  /** The forms of one account, the likelier first; see `credentialForms`. */
  readonly forms: readonly StreamCredentials[]
  /** Never send a password in the clear. */
  readonly digestOnly: boolean
  readonly random: Random
}

type Answer =
  | { readonly scheme: 'basic' }
  | { readonly scheme: 'digest'; readonly challenge: DigestChallenge; uses: number }

/** Cameras lock an account after three wrong tries, so there are no more than two. */
const mostWrongTries = 2

/**
 * The credentials of one connection to one camera: nonces live as long as it does, and no other host ever
 * sees an answer, because there is no other host on it. A wrong password is tried once; twice only where the
 * camera offers SHA-256 and MD5 and took neither yet, or where the password can be read in two ways.
 */
export class RtspAuthentication {
  readonly #forms: readonly StreamCredentials[]
  readonly #digestOnly: boolean
  readonly #random: Random
  #form = 0
  #wrongTries = 0
  /** A nonce was replaced before any answer was accepted. */
  #renewed = false
  #answer: Answer | null = null
  #wouldBeClear = false
  /** The camera accepted the answer in use at least once. */
  #proven = false

  constructor(options: AuthenticationOptions) {
    this.#forms = options.forms.filter(({ username, password }) => username !== '' || password !== '')
    this.#digestOnly = options.digestOnly
    this.#random = options.random
  }

  get hasCredentials(): boolean {
    return this.#forms.length > 0
  }

  /** Only Basic was offered, and that is not to be used. */
  get isClearRefused(): boolean {
    return this.#wouldBeClear
  }

  get scheme(): AuthScheme {
    if (this.#answer === null) return 'none'
    if (this.#answer.scheme === 'basic') return 'basic'
    return this.#answer.challenge.hash === 'md5' ? 'digest-md5' : 'digest-sha256'
  }

  /** The Authorization header of the next request, or null while nobody asked for one. */
  authorize(method: string, uri: string): string | null {
    const answer = this.#answer
    const credentials = this.#forms[this.#form]
    if (answer === null || credentials === undefined) return null
    const { username, password } = credentials
    if (answer.scheme === 'basic') {
      return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
    }
    answer.uses++
    const cnonce = Buffer.from(this.#random.bytes(8)).toString('hex')
    return answerDigest(answer.challenge, { method, uri, username, password }, answer.uses, cnonce)
  }

  /** A request with an answer was taken. */
  accepted(): void {
    this.#proven = this.#answer !== null
  }

  /**
   * A request was answered with 401.
   * @param tried whether it had carried an answer.
   * @returns whether to send it once more.
   */
  challenged(headers: RtspHeaders, tried: boolean): boolean {
    if (!this.hasCredentials) return false
    const values = headers.get('www-authenticate') ?? []
    const next = tried ? this.#afterRefusal(values) : this.#strongest(values)
    if (next === null) return false
    this.#answer = next
    this.#proven = false
    return true
  }

  #afterRefusal(values: readonly string[]): Answer | null {
    const offered = digestChallenges(values)
    const last = this.#answer?.scheme === 'digest' ? this.#answer.challenge : null
    const again = last === null ? undefined : offered.find(({ hash }) => hash === last.hash)
    // Some cameras change the nonce without saying that the old one is stale.
    const isNew = again !== undefined && again.nonce !== last?.nonce
    if (isNew && (this.#proven || (again.stale && !this.#renewed))) {
      // Once: some say that of every wrong password.
      this.#renewed ||= !this.#proven
      return digest(again)
    }
    if (this.#proven || ++this.#wrongTries >= mostWrongTries) return null
    const weaker = last?.hash === 'sha256' ? offered.find(({ hash }) => hash === 'md5') : undefined
    if (weaker !== undefined) return digest(weaker)
    if (this.#form + 1 >= this.#forms.length) return null
    this.#form++
    if (this.#answer?.scheme === 'basic') return this.#answer
    return again === undefined ? null : digest(again)
  }

  #strongest(values: readonly string[]): Answer | null {
    const offered = digestChallenges(values)
    const best = offered.find(({ hash }) => hash === 'sha256') ?? offered[0]
    if (best !== undefined) return digest(best)
    if (!readChallenges(values).some(({ scheme }) => scheme === 'basic')) return null
    this.#wouldBeClear = this.#digestOnly
    return this.#digestOnly ? null : { scheme: 'basic' }
  }
}

function digest(challenge: DigestChallenge): Answer {
  return { scheme: 'digest', challenge, uses: 0 }
}
