import { createHash, randomBytes } from 'node:crypto'

/** One way in that the camera offers; it sends one WWW-Authenticate header for each. */
export type Challenge =
  | { readonly scheme: 'Basic' }
  | {
      readonly scheme: 'Digest'
      /** Default MD5. */
      readonly algorithm?: 'MD5' | 'SHA-256'
      /** Offer `qop="auth"` and count nonces (RFC 7616), or `auth,auth-int`; without it the older form of RFC 2069. */
      readonly qop?: boolean | 'auth,auth-int'
      /** Name the algorithm in the challenge; MD5 is left unnamed by default, as many cameras do. */
      readonly nameAlgorithm?: boolean
      /** Leave the quotes away where no blank is inside. */
      readonly bare?: boolean
      /** A parameter that no RFC knows, as Hikvision sends it. */
      readonly random?: string
      /** False: it is offered, and no answer to it is ever right. */
      readonly accepted?: boolean
    }

export interface Credentials {
  readonly username: string
  readonly password: string
}

export type Verdict = 'ok' | 'missing' | 'failed'

/** Parses `key=value, key="quoted, value"` behind an authentication scheme. */
export function parseParameters(text: string): Map<string, string> {
  const found = text.matchAll(/([a-zA-Z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]*))/g)
  return new Map(
    Array.from(found, ([, key, quoted, bare]) => [(key ?? '').toLowerCase(), quoted ?? bare ?? '']),
  )
}

/** Values in quotes, but for the algorithm, or but for all that need none. */
function formatParameters(parameters: Readonly<Record<string, string>>, bare: boolean): string {
  return Object.entries(parameters)
    .map(([name, value]) => {
      const isBare = name === 'algorithm' || (bare && !/[\s,]/.test(value))
      return isBare ? `${name}=${value}` : `${name}="${value}"`
    })
    .join(', ')
}

function hash(algorithm: 'MD5' | 'SHA-256', text: string): string {
  return createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text)
    .digest('hex')
}

const NONCES_KEPT = 1000

/**
 * The challenges of one RTSP connection, or of all connections of an HTTP server. A nonce is good
 * where it was given out, and each count of it is good once.
 */
export class Authenticator {
  readonly #realm: string
  readonly #challenges: readonly Challenge[]
  readonly #credentials: Credentials
  /** Given nonces with the highest count that was used of each. */
  readonly #nonces = new Map<string, number>()

  constructor(realm: string, challenges: readonly Challenge[], credentials: Credentials) {
    this.#realm = realm
    this.#challenges = challenges
    this.#credentials = credentials
  }

  /** Whether nobody is asked. */
  get isOpen(): boolean {
    return this.#challenges.length === 0
  }

  /** The values of the WWW-Authenticate headers of a 401, in the order of preference. */
  headers(): string[] {
    const nonce = randomBytes(16).toString('hex')
    this.#nonces.set(nonce, 0)
    for (const oldest of this.#nonces.keys()) if (this.#nonces.size > NONCES_KEPT) this.#nonces.delete(oldest)
    return this.#challenges.map((challenge) => {
      if (challenge.scheme === 'Basic') return `Basic realm="${this.#realm}"`
      const algorithm = challenge.algorithm ?? 'MD5'
      const named = challenge.nameAlgorithm === true || algorithm !== 'MD5'
      const qop = challenge.qop === true ? 'auth' : challenge.qop
      const parameters = {
        realm: this.#realm,
        nonce,
        ...(challenge.random === undefined ? {} : { random: challenge.random }),
        ...(named ? { algorithm } : {}),
        ...(typeof qop === 'string' ? { qop } : {}),
      }
      return `Digest ${formatParameters(parameters, challenge.bare === true)}`
    })
  }

  /** Every nonce that was given out is void from now on. */
  forgetNonces(): void {
    this.#nonces.clear()
  }

  /** The nonce of this Authorization header is void from now on. */
  forget(authorization = ''): void {
    this.#nonces.delete(parseParameters(authorization).get('nonce') ?? '')
  }

  /** Judges an Authorization header against the method and the address of the request line. */
  verify(authorization: string | undefined, method: string, uri: string): Verdict {
    if (this.#challenges.length === 0) return 'ok'
    if (authorization === undefined) return 'missing'
    const [scheme = ''] = authorization.split(' ', 1)
    const rest = authorization.slice(scheme.length + 1)
    const accepted = this.#challenges.some((challenge) => {
      if (challenge.scheme.toLowerCase() !== scheme.toLowerCase()) return false
      if (challenge.scheme === 'Basic') return this.#isBasicRight(rest)
      const offersQop = challenge.qop !== undefined && challenge.qop !== false
      const isRight = this.#isDigestRight(challenge.algorithm ?? 'MD5', offersQop, rest, method, uri)
      return isRight && challenge.accepted !== false
    })
    return accepted ? 'ok' : 'failed'
  }

  #isBasicRight(encoded: string): boolean {
    const { username, password } = this.#credentials
    return Buffer.from(encoded.trim(), 'base64').toString('utf8') === `${username}:${password}`
  }

  #isDigestRight(
    algorithm: 'MD5' | 'SHA-256',
    offersQop: boolean,
    text: string,
    method: string,
    uri: string,
  ): boolean {
    const sent = parseParameters(text)
    const { username, password } = this.#credentials
    const named = sent.get('algorithm') ?? 'MD5'
    if (named.toUpperCase() !== algorithm || sent.get('username') !== username) return false
    const nonce = sent.get('nonce') ?? ''
    const highestCount = this.#nonces.get(nonce)
    if (sent.get('realm') !== this.#realm || highestCount === undefined) return false
    if (sent.get('uri') !== uri) return false
    const ha1 = hash(algorithm, `${username}:${this.#realm}:${password}`)
    const ha2 = hash(algorithm, `${method}:${uri}`)
    const qop = sent.get('qop')
    if (qop === undefined) return sent.get('response') === hash(algorithm, `${ha1}:${nonce}:${ha2}`)
    const nc = sent.get('nc') ?? ''
    const count = Number.parseInt(nc, 16)
    if (!offersQop || qop !== 'auth' || !/^[0-9a-f]{8}$/i.test(nc) || count <= highestCount) return false
    const expected = hash(algorithm, `${ha1}:${nonce}:${nc}:${sent.get('cnonce') ?? ''}:${qop}:${ha2}`)
    if (sent.get('response') !== expected) return false
    this.#nonces.set(nonce, count)
    return true
  }
}
