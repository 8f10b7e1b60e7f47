import { patienceMs } from './refresh-outcome.js'
import { textAt } from './session-user.js'

/** The issuer by which people of an organisation sign in. */
export interface SignInOffer {
  readonly name: string
  readonly startUrl: string
}

/** Asks the service for it. @returns null where people sign in by password alone; undefined where the service does not say */
export async function askForOffer(
  orgId: string,
  signal: AbortSignal,
): Promise<SignInOffer | null | undefined> {
  try {
    const answer = await fetch(`/api/v1/auth/single-sign-on/${orgId}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    })
    if (answer.status === 404) return null
    const body: unknown = await answer.json()
    const name = textAt(body, 'name')
    const startUrl = textAt(body, 'start_url')
    return answer.ok && name !== null && startUrl !== null ? { name, startUrl } : undefined
  } catch {
    return undefined
  }
}
