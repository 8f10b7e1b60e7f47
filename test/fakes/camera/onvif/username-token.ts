import { createHash } from 'node:crypto'
import type { Credentials, Verdict } from '../authentication.js'
import { element, textAt, type XmlNode } from './soap.js'

const NONCES_KEPT = 1000

/** Checks WS-UsernameToken with a password digest (WS-Security UsernameToken Profile 1.0). */
export class UsernameTokens {
  readonly #credentials: Credentials
  readonly #windowSec: number
  readonly #cameraClock: () => number
  readonly #used = new Set<string>()

  /** @param windowSec how far `Created` may be from the camera's clock, either way. */
  constructor(credentials: Credentials, windowSec: number, cameraClock: () => number) {
    this.#credentials = credentials
    this.#windowSec = windowSec
    this.#cameraClock = cameraClock
  }

  /** Judges a token that shows the password itself. */
  verifyText(header: XmlNode | undefined): Verdict {
    const token = element(header, 'Security', 'UsernameToken')
    if (token === undefined) return 'missing'
    const { username, password } = this.#credentials
    const type = element(token, 'Password')?.['@Type']
    const isText = typeof type === 'string' && type.endsWith('#PasswordText')
    const right = textAt(token, 'Username') === username && textAt(token, 'Password') === password
    return isText && right ? 'ok' : 'failed'
  }

  verify(header: XmlNode | undefined): Verdict {
    const token = element(header, 'Security', 'UsernameToken')
    if (token === undefined) return 'missing'
    const nonce = textAt(token, 'Nonce')
    const created = textAt(token, 'Created')
    const { username, password } = this.#credentials
    const digest = createHash('sha1')
      .update(Buffer.concat([Buffer.from(nonce, 'base64'), Buffer.from(created), Buffer.from(password)]))
      .digest('base64')
    const awayMs = Math.abs(Date.parse(created) - this.#cameraClock())
    const right = textAt(token, 'Username') === username && textAt(token, 'Password') === digest
    // libonvif makes one nonce a second, so the time belongs to what may come once.
    const once = `${nonce} ${created}`
    if (!right || nonce === '' || this.#used.has(once) || !(awayMs <= this.#windowSec * 1000)) return 'failed'
    this.#used.add(once)
    for (const oldest of this.#used) if (this.#used.size > NONCES_KEPT) this.#used.delete(oldest)
    return 'ok'
  }
}
