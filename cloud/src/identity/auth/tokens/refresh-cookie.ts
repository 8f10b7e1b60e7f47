import type { RefreshGrant } from './grant.js'

/** The cookie that carries the refresh token of a web client. */
const name = 'sl_refresh'

/** Reads the refresh token out of a Cookie header. Of several the first, as the browser sends the most specific first. */
export function refreshTokenIn(header: string | undefined): string | undefined {
  return /(?:^|; *)sl_refresh=([A-Za-z0-9_-]{1,256})(?=;|$)/.exec(header ?? '')?.[1]
}

/**
 * A Set-Cookie header: for our own pages only, sent to the auth routes only, out of reach of scripts. It lasts as long as
 * the session.
 * @param publicUrl decides about `Secure`: only a service that is reached over http does without
 */
export function refreshCookie({ token, expiresAt }: RefreshGrant, publicUrl: string, nowMs: number): string {
  const maxAgeSec = Math.max(0, Math.ceil((expiresAt.getTime() - nowMs) / 1000))
  return cookie(token, maxAgeSec, publicUrl)
}

/** A Set-Cookie header that takes the cookie away. */
export function clearedRefreshCookie(publicUrl: string): string {
  return cookie('', 0, publicUrl)
}

function cookie(value: string, maxAgeSec: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('http:') ? '' : '; Secure'
  return `${name}=${value}; Path=/api/v1/auth; Max-Age=${maxAgeSec}; HttpOnly; SameSite=Strict${secure}`
}
