import { createHash, createHmac } from 'node:crypto'
import { hashOfSecret } from '../../../platform/secrets/secret-token.js'

/** How long somebody may take at the issuer, milliseconds. */
export const attemptLifeMs = 10 * 60_000

/** By what the answer of an issuer is known as the answer to this browser. All of it derives from the secret in its cookie. */
export interface AttemptProof {
  /** Goes to the issuer and comes back in the address. */
  readonly state: string
  /** Comes back in the ID token. */
  readonly nonce: string
  /** PKCE (RFC 7636): the issuer gets its hash first and itself with the code. */
  readonly codeVerifier: string
}

/** @param secret 256 random bits, known to the browser alone */
export function proofOf(secret: string): AttemptProof {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code_verifier') }
}

/** What is stored of an attempt. */
export const stateHashOf = ({ state }: AttemptProof): Buffer => hashOfSecret(state)

/** `S256` of RFC 7636. */
export const codeChallengeOf = ({ codeVerifier }: AttemptProof): string =>
  createHash('sha256').update(codeVerifier).digest('base64url')

/**
 * The page that somebody came from, if it is one of this service's: a path, and nothing that a browser takes for another
 * host.
 */
export function ownPage(to: string | undefined): string {
  const base = 'https://here.invalid'
  if (to === undefined || !to.startsWith('/') || !URL.canParse(to, base)) return '/'
  const { origin, pathname, search } = new URL(to, base)
  return origin === base && !pathname.startsWith('//') && !pathname.startsWith('/login')
    ? pathname + search
    : '/'
}
