import { textAt } from './session-user.js'

/** An access token. It lives in memory alone. */
export interface Access {
  readonly token: string
  /** How long it was good when it came, ms: by the clock of the service, for that of this machine may be wrong. */
  readonly lifetimeMs: number
}

/** Reads what login and refresh answer. @returns null where there is no token in it */
export function readAccess(answer: Response, body: unknown): Access | null {
  const token = textAt(body, 'access_token')
  const end = Date.parse(textAt(body, 'expires_at') ?? '')
  const sentAt = Date.parse(answer.headers.get('date') ?? '')
  if (token === null || Number.isNaN(end)) return null
  return { token, lifetimeMs: Number.isNaN(sentAt) ? shortestMs : Math.max(shortestMs, end - sentAt) }
}

const shortestMs = 60_000

export type RefreshOutcome =
  | { readonly kind: 'fresh'; readonly access: Access }
  /** Nobody is signed in, or not any more. */
  | { readonly kind: 'nobody' }
  /** The service does not answer, or has trouble: it may be asked again. */
  | { readonly kind: 'unreachable' }

/** A service that says nothing for so long is not reached, ms: nobody else may ask meanwhile. */
export const patienceMs = 15_000

/** Asks for a token by the refresh cookie. */
export async function askForAccess(): Promise<RefreshOutcome> {
  try {
    const answer = await fetch('/api/v1/auth/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (answer.status === 401 || answer.status === 403) return { kind: 'nobody' }
    const access = answer.ok ? readAccess(answer, await answer.json()) : null
    return access ? { kind: 'fresh', access } : { kind: 'unreachable' }
  } catch {
    return { kind: 'unreachable' }
  }
}
