import { createAuthenticator, createPasswords, type Passwords } from './auth/auth.service.js'
import { Readiness } from './health/readiness.js'
import type { Authenticator } from './platform/http/authenticator.js'
import { parseNetwork } from './platform/outbound-http/address-guard.js'
import { OutboundHttp } from './platform/outbound-http/outbound-http.js'
import type { Platform } from './platform/platform.js'

/** The long-lived parts of the slices, made once a process. Routes and workers share them. */
export interface Services extends AsyncDisposable {
  readonly passwords: Passwords
  readonly authenticator: Authenticator
  readonly outbound: OutboundHttp
  readonly readiness: Readiness
}

export function createServices(platform: Platform): Services {
  const passwords = createPasswords()
  const outbound = new OutboundHttp({ allowed: platform.config.allowedPrivateCidrs.map(parseNetwork) })
  return {
    passwords,
    authenticator: createAuthenticator({ ...platform, passwords }),
    outbound,
    readiness: new Readiness(platform.database),
    [Symbol.asyncDispose]: () => outbound[Symbol.asyncDispose](),
  }
}
