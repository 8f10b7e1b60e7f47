import type { IncomingMessage } from 'node:http'
import type { Authenticator, Verdict } from '../authentication.js'
import type { Counters } from '../counters.js'
import type { Faults } from '../faults.js'
import type { SoapRequest } from './soap.js'
import type { UsernameTokens } from './username-token.js'

/** Ways to log in that the ONVIF service takes. */
export type OnvifLogin = 'username-token' | 'http-digest' | 'password-text'

export interface OnvifLoginParts {
  readonly logins: readonly OnvifLogin[]
  readonly faults: Faults
  readonly counters: Counters
  readonly authenticator: Authenticator
  readonly tokens: UsernameTokens
}

/** Judges who may ask. */
export class OnvifLogins {
  readonly #parts: OnvifLoginParts

  constructor(parts: OnvifLoginParts) {
    this.#parts = parts
  }

  /** Whether refusals are challenges by HTTP digest. */
  get challenges(): boolean {
    return this.#parts.logins.includes('http-digest')
  }

  judge(request: IncomingMessage, soap: SoapRequest): Verdict {
    const { authenticator, faults, logins, tokens } = this.#parts
    if (authenticator.isOpen || faults.current.onvif.anyPassword === true) return 'ok'
    const byHttp = this.challenges ? this.#judgeHttp(request) : 'missing'
    let verdict = byHttp
    if (byHttp === 'missing' && logins.includes('username-token')) verdict = tokens.verify(soap.header)
    else if (byHttp === 'missing' && logins.includes('password-text')) {
      verdict = tokens.verifyText(soap.header)
    }
    if (byHttp === 'missing' && verdict === 'ok' && faults.current.wrongPassword) verdict = 'failed'
    this.#count(verdict)
    return verdict
  }

  /** Judges a request that is no SOAP. */
  judgePlain(request: IncomingMessage): Verdict {
    const verdict = this.#judgeHttp(request)
    this.#count(verdict)
    return verdict
  }

  #judgeHttp(request: IncomingMessage): Verdict {
    const { authenticator, faults } = this.#parts
    const { authorization } = request.headers
    const verdict = authenticator.verify(authorization, request.method ?? '', request.url ?? '')
    if (verdict === 'ok' && faults.current.onvif.singleUseNonces === true) authenticator.forget(authorization)
    return verdict === 'ok' && authorization !== undefined && faults.current.wrongPassword
      ? 'failed'
      : verdict
  }

  #count(verdict: Verdict): void {
    if (verdict === 'ok') this.#parts.counters.credentialsOk++
    if (verdict === 'failed') this.#parts.counters.credentialsFailed++
  }
}
