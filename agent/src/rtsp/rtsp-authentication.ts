import { readChallenges } from '../platform/access-challenge.js'
import { answerDigest, type DigestChallenge, digestChallenges } from '../platform/digest-access.js'
import type { Random } from '../platform/random.js'
import type { StreamCredentials } from './parse-rtsp-url.js'
import type { RtspHeaders } from './rtsp-message.js'

export type AuthScheme = 'none' | 'basic' | 'digest-md5' | 'digest-sha256'

type Answer =
  | { readonly scheme: 'basic' }
  | { readonly scheme: 'digest'; readonly challenge: DigestChallenge; uses: number }

/**
 * The credentials of one connection to one camera: nonces live as long as it does, and no other host ever
 * sees an answer, because there is no other host on it. Wrong tries are few, for cameras lock an account
 * after three: one try, a second one only where the camera offers SHA-256 and MD5 and took neither yet.
 */
export class RtspAuthentication {
  private readonly credentials: StreamCredentials | null
  private readonly random: Random
  private answer: Answer | null = null
  /** The camera accepted the answer in use at least once. */
  private proven = false

  constructor(credentials: StreamCredentials | null, random: Random) {
    const isEmpty = credentials === null || (credentials.username === '' && credentials.password === '')
    this.credentials = isEmpty ? null : credentials
    this.random = random
  }

  get hasCredentials(): boolean {
    return this.credentials !== null
  }

  get scheme(): AuthScheme {
    if (this.answer === null) return 'none'
    if (this.answer.scheme === 'basic') return 'basic'
    return this.answer.challenge.hash === 'md5' ? 'digest-md5' : 'digest-sha256'
  }

  /** The Authorization header of the next request, or null while nobody asked for one. */
  authorize(method: string, uri: string): string | null {
    const { answer, credentials } = this
    if (answer === null || credentials === null) return null
    const { username, password } = credentials
    if (answer.scheme === 'basic') {
      return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
    }
    answer.uses++
    const cnonce = Buffer.from(this.random.bytes(8)).toString('hex')
    return answerDigest(answer.challenge, { method, uri, username, password }, answer.uses, cnonce)
  }

  /** A request with an answer was taken. */
  accepted(): void {
    this.proven = this.answer !== null
  }

  /**
   * A request was answered with 401.
   * @param tried whether it had carried an answer.
   * @returns whether to send it once more.
   */
  challenged(headers: RtspHeaders, tried: boolean): boolean {
    if (this.credentials === null) return false
    const values = headers.get('www-authenticate') ?? []
    const next = tried ? this.afterRefusal(digestChallenges(values)) : strongest(values)
    if (next === null) return false
    this.answer = next
    this.proven = false
    return true
  }

  private afterRefusal(offered: readonly DigestChallenge[]): Answer | null {
    if (this.answer?.scheme !== 'digest') return null
    const { challenge: last } = this.answer
    const again = offered.find(({ hash }) => hash === last.hash)
    // Some cameras change the nonce without saying that the old one is stale.
    const expired = again !== undefined && again.nonce !== last.nonce && (again.stale || this.proven)
    if (expired) return digest(again)
    const weaker = offered.find(({ hash }) => hash === 'md5')
    const mayWeaken = !this.proven && last.hash === 'sha256' && weaker !== undefined
    return mayWeaken ? digest(weaker) : null
  }
}

function strongest(values: readonly string[]): Answer | null {
  const offered = digestChallenges(values)
  const best = offered.find(({ hash }) => hash === 'sha256') ?? offered[0]
  if (best !== undefined) return digest(best)
  return readChallenges(values).some(({ scheme }) => scheme === 'basic') ? { scheme: 'basic' } : null
}

function digest(challenge: DigestChallenge): Answer {
  return { scheme: 'digest', challenge, uses: 0 }
}
