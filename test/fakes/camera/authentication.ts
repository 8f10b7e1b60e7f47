import { createHash, randomBytes } from 'node:crypto'

/** One way in that the camera offers; it sends one WWW-Authenticate header for each. */
export type Challenge =
  | { readonly scheme: 'Basic' }
  | {
      readonly scheme: 'Digest'
      /** Default MD5. */
      readonly algorithm?: 'MD5' | 'SHA-256'
      /** Offer `qop="auth"` and count nonces (RFC 7616); without it the older form of RFC 2069. */
      readonly qop?: boolean
      /** Name the algorithm in the challenge; MD5 is left unnamed by default, as many cameras do. */
      readonly nameAlgorithm?: boolean
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

function hash(algorithm: 'MD5' | 'SHA-256', text: string): string {
  return createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text)
    .digest('hex')
}

/**
 * The authentication of one connection: a nonce is good on the connection that it was given to,
 * and a count of it is good once.
 */
export class Authenticator {
  private readonly realm: string
  private readonly challenges: readonly Challenge[]
  private readonly credentials: Credentials
  private readonly nonce = randomBytes(16).toString('hex')
  private highestCount = 0

  constructor(realm: string, challenges: readonly Challenge[], credentials: Credentials) {
    this.realm = realm
    this.challenges = challenges
    this.credentials = credentials
  }

  /** The values of the WWW-Authenticate headers of a 401, in the order of preference. */
  headers(): string[] {
    return this.challenges.map((challenge) => {
      if (challenge.scheme === 'Basic') return `Basic realm="${this.realm}"`
      const algorithm = challenge.algorithm ?? 'MD5'
      const named = challenge.nameAlgorithm === true || algorithm !== 'MD5'
      const rest = `${named ? `, algorithm=${algorithm}` : ''}${challenge.qop === true ? ', qop="auth"' : ''}`
      return `Digest realm="${this.realm}", nonce="${this.nonce}"${rest}`
    })
  }

  /** Judges an Authorization header against the method and the address of the request line. */
  verify(authorization: string | undefined, method: string, uri: string): Verdict {
    if (this.challenges.length === 0) return 'ok'
    if (authorization === undefined) return 'missing'
    const [scheme = ''] = authorization.split(' ', 1)
    const rest = authorization.slice(scheme.length + 1)
    const accepted = this.challenges.some((challenge) => {
      if (challenge.scheme.toLowerCase() !== scheme.toLowerCase()) return false
      if (challenge.scheme === 'Basic') return this.isBasicRight(rest)
      return this.isDigestRight(challenge.algorithm ?? 'MD5', challenge.qop === true, rest, method, uri)
    })
    return accepted ? 'ok' : 'failed'
  }

  private isBasicRight(encoded: string): boolean {
    const { username, password } = this.credentials
    return Buffer.from(encoded.trim(), 'base64').toString('utf8') === `${username}:${password}`
  }

  private isDigestRight(
    algorithm: 'MD5' | 'SHA-256',
    offersQop: boolean,
    text: string,
    method: string,
    uri: string,
  ): boolean {
    const sent = parseParameters(text)
    const { username, password } = this.credentials
    const named = sent.get('algorithm') ?? 'MD5'
    if (named.toUpperCase() !== algorithm || sent.get('username') !== username) return false
    if (sent.get('realm') !== this.realm || sent.get('nonce') !== this.nonce) return false
    if (sent.get('uri') !== uri) return false
    const ha1 = hash(algorithm, `${username}:${this.realm}:${password}`)
    const ha2 = hash(algorithm, `${method}:${uri}`)
    const qop = sent.get('qop')
    if (qop === undefined) return sent.get('response') === hash(algorithm, `${ha1}:${this.nonce}:${ha2}`)
    const nc = sent.get('nc') ?? ''
    const count = Number.parseInt(nc, 16)
    if (!offersQop || qop !== 'auth' || !/^[0-9a-f]{8}$/i.test(nc) || count <= this.highestCount) return false
    const expected = hash(algorithm, `${ha1}:${this.nonce}:${nc}:${sent.get('cnonce') ?? ''}:${qop}:${ha2}`)
    if (sent.get('response') !== expected) return false
    this.highestCount = count
    return true
  }
}
