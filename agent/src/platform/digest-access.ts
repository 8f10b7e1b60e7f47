import { createHash } from 'node:crypto'
import { type AccessChallenge, readChallenges } from './access-challenge.js'

/** Who asks for what (RFC 7616). `uri` is exactly what stands in the request line. */
interface DigestRequest {
  readonly method: string
  readonly uri: string
  readonly username: string
  readonly password: string
}

/** One Digest challenge of a WWW-Authenticate header. */
export interface DigestChallenge {
  readonly realm: string
  readonly nonce: string
  /** As sent, or null where the server named none; it is answered with none then. */
  readonly algorithm: string | null
  readonly hash: 'md5' | 'sha256'
  readonly session: boolean
  readonly qop: boolean
  readonly opaque: string | null
  /** The password was right, only the nonce too old. */
  readonly stale: boolean
}

const hashes: Readonly<Record<string, 'md5' | 'sha256'>> = { MD5: 'md5', 'SHA-256': 'sha256' }

/**
 * The strongest Digest challenge that we can answer, among the values of all WWW-Authenticate headers.
 * @returns null where there is none: another scheme, an unknown algorithm, `auth-int` only.
 */
export function chooseDigest(headers: readonly string[]): DigestChallenge | null {
  const offered = digestChallenges(headers)
  return offered.find((challenge) => challenge.hash === 'sha256') ?? offered[0] ?? null
}

/** Every Digest challenge that we can answer, in the order of the headers. */
export function digestChallenges(headers: readonly string[]): DigestChallenge[] {
  return readChallenges(headers)
    .map(readDigest)
    .filter((challenge) => challenge !== null)
}

function readDigest({ scheme, parameters: said }: AccessChallenge): DigestChallenge | null {
  if (scheme !== 'digest') return null
  const algorithm = said.get('algorithm') ?? null
  const name = (algorithm ?? 'MD5').toUpperCase()
  const hash = hashes[name.replace(/-SESS$/, '')]
  const nonce = said.get('nonce')
  const qops = said
    .get('qop')
    ?.toLowerCase()
    .split(/[\s,]+/)
  if (hash === undefined || nonce === undefined || qops?.includes('auth') === false) return null
  return {
    realm: said.get('realm') ?? '',
    nonce,
    algorithm,
    hash,
    session: name.endsWith('-SESS'),
    qop: qops !== undefined,
    opaque: said.get('opaque') ?? null,
    stale: said.get('stale')?.toLowerCase() === 'true',
  }
}

/**
 * The value of the Authorization header that answers `challenge`.
 * @param count how often this nonce has been used, this time included.
 * @param cnonce fresh random text, hexadecimal.
 */
export function answerDigest(
  challenge: DigestChallenge,
  request: DigestRequest,
  count: number,
  cnonce: string,
): string {
  const digest = (...parts: string[]) => createHash(challenge.hash).update(parts.join(':')).digest('hex')
  const { realm, nonce } = challenge
  const nc = count.toString(16).padStart(8, '0')
  const secret = digest(request.username, realm, request.password)
  const ha1 = challenge.session ? digest(secret, nonce, cnonce) : secret
  const ha2 = digest(request.method, request.uri)
  const response = challenge.qop ? digest(ha1, nonce, nc, cnonce, 'auth', ha2) : digest(ha1, nonce, ha2)
  const fields = [
    `username=${quoted(request.username)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(request.uri)}`,
    `response="${response}"`,
  ]
  if (challenge.algorithm !== null) fields.push(`algorithm=${challenge.algorithm}`)
  if (challenge.opaque !== null) fields.push(`opaque=${quoted(challenge.opaque)}`)
  if (challenge.qop) fields.push('qop=auth', `nc=${nc}`)
  if (challenge.qop || challenge.session) fields.push(`cnonce="${cnonce}"`)
  return `Digest ${fields.join(', ')}`
}

function quoted(value: string): string {
  return `"${value.replaceAll(/[\r\n]/g, ' ').replaceAll(/["\\]/g, '\\$&')}"`
}
