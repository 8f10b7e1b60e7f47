import { attemptLifeMs } from './sign-in-attempt.js'

/** The cookie that binds an attempt to the browser that began it. */
const name = 'sl_single_sign_on'
const path = '/api/v1/auth/single-sign-on'

/** Reads the secret of an attempt out of a Cookie header. */
export function attemptSecretIn(header: string | undefined): string | undefined {
  return /(?:^|; *)sl_single_sign_on=([A-Za-z0-9_-]{43})(?=;|$)/.exec(header ?? '')?.[1]
}

/**
 * A Set-Cookie header. Lax, for it is the issuer's page that leads back here; out of reach of scripts, and good as long as an
 * attempt.
 * @param publicUrl decides about `Secure`: only a service that is reached over http does without
 */
export const attemptCookie = (secret: string, publicUrl: string): string =>
  cookie(secret, attemptLifeMs / 1000, publicUrl)

/** A Set-Cookie header that takes it away. */
export const clearedAttemptCookie = (publicUrl: string): string => cookie('', 0, publicUrl)

function cookie(value: string, maxAgeSec: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('http:') ? '' : '; Secure'
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSec}; HttpOnly; SameSite=Lax${secure}`
}
