import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client'
import type { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js'
import { type IssuerPerson, isShort, personOf, type RawClaims } from './issuer-claims.js'
import { type AttemptProof, codeChallengeOf } from './sign-in-attempt.js'
import { clockToleranceSec, refusalOf, SignInRefused } from './sign-in-problem.js'

/** How long the issuer may take for one answer, seconds: somebody waits at a white page. */
const timeoutSec = 10

/** The longest `sub` (OpenID Connect Core, 2). */
const longestSubject = 255

/** Requests to issuers: addresses that users named. */
export type IssuerFetch = Pick<OutboundHttp, 'fetch'>

/** An issuer, and what it calls this service. */
export interface IssuerAccess {
  readonly issuer: string
  readonly clientId: string
  /** null: a public client. */
  readonly clientSecret: string | null
}

/** How people are sent to it. */
export interface Asked {
  readonly redirectUrl: string
  /** Beside those that are always asked for. */
  readonly scopes: readonly string[]
  readonly proof: AttemptProof
}

/** What an issuer says of itself. */
export interface IssuerFacts {
  readonly authorizationEndpoint: string
  readonly scopes: readonly string[]
  readonly claims: readonly string[]
}

/** Where to send a browser. @throws SignInRefused */
export async function signInUrl(outbound: IssuerFetch, access: IssuerAccess, asked: Asked): Promise<string> {
  const issuer = await discover(outbound, access)
  const { redirectUrl, scopes, proof } = asked
  return buildAuthorizationUrl(issuer, {
    redirect_uri: redirectUrl,
    scope: [...new Set(['openid', 'email', 'profile', ...scopes])].join(' '),
    state: proof.state,
    nonce: proof.nonce,
    code_challenge: codeChallengeOf(proof),
    code_challenge_method: 'S256',
  }).href
}

/**
 * Exchanges the code of an answer for who it was.
 * @param query of the address to which the issuer sent the browser back
 * @throws SignInRefused for whatever does not hold
 */
export async function personOfAnswer(
  outbound: IssuerFetch,
  access: IssuerAccess,
  { redirectUrl, proof, query, groupsClaim }: Omit<Asked, 'scopes'> & { query: string; groupsClaim: string },
): Promise<IssuerPerson> {
  const issuer = await discover(outbound, access)
  try {
    const tokens = await authorizationCodeGrant(issuer, new URL(`${redirectUrl}?${query}`), {
      expectedState: proof.state,
      expectedNonce: proof.nonce,
      pkceCodeVerifier: proof.codeVerifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new SignInRefused('untrusted', 'the issuer sent no ID token')
    const { iss, sub } = claims
    if (sub.length > longestSubject)
      throw new SignInRefused('untrusted', 'the issuer sent a subject too long')
    const idToken: RawClaims = claims
    const asksMore = isShort(idToken, groupsClaim) && issuer.serverMetadata().userinfo_endpoint !== undefined
    const userInfo: RawClaims = asksMore ? await fetchUserInfo(issuer, tokens.access_token, sub) : {}
    return personOf({ issuer: iss, subject: sub, groupsClaim }, idToken, userInfo)
  } catch (error) {
    throw error instanceof SignInRefused ? error : refusalOf(error)
  }
}

/** Reads what an issuer says of itself. @throws SignInRefused */
export async function describeIssuer(outbound: IssuerFetch, issuer: string): Promise<IssuerFacts> {
  const found = await discover(outbound, { issuer, clientId: 'sightline', clientSecret: null })
  const { authorization_endpoint, scopes_supported = [], claims_supported = [] } = found.serverMetadata()
  return {
    authorizationEndpoint: authorization_endpoint ?? '',
    scopes: textsOf(scopes_supported),
    claims: textsOf(claims_supported),
  }
}

const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'string').slice(0, 200) : []

/**
 * Reads the discovery document, with each sign-in anew: an issuer that moved its keys or its pages is followed at once.
 */
async function discover(outbound: IssuerFetch, access: IssuerAccess): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = access
  const address = new URL(issuer)
  try {
    const found = await discovery(
      address,
      clientId,
      { [clockTolerance]: clockToleranceSec },
      authenticationOf(clientSecret),
      {
        timeout: timeoutSec,
        [customFetch]: (url, { method, headers, body, signal }) =>
          outbound.fetch(url, {
            method,
            headers,
            ...(body instanceof URLSearchParams && { body: body.toString() }),
            ...(signal && { signal }),
          }),
        // An ID token that came by TLS need not be verified, says the standard. A signature costs nothing.
        execute: [enableNonRepudiationChecks],
      },
    )
    requireUsable(found, address)
    return found
  } catch (error) {
    throw error instanceof SignInRefused ? error : refusalOf(error)
  }
}

/**
 * What the library leaves open: an issuer that stands for many (it would take the tokens of each), and pages that are none of
 * https.
 */
function requireUsable(found: Configuration, address: URL): void {
  const {
    issuer,
    authorization_endpoint: page,
    token_endpoint: token,
    jwks_uri: keys,
  } = found.serverMetadata()
  if (!URL.canParse(issuer) || new URL(issuer).href !== address.href)
    throw new SignInRefused('untrusted', `the issuer calls itself ${issuer.slice(0, 200)}`)
  const lacking = Object.entries({
    authorization_endpoint: page,
    token_endpoint: token,
    jwks_uri: keys,
  }).find(([, url]) => typeof url !== 'string' || !URL.canParse(url) || new URL(url).protocol !== 'https:')
  if (lacking) throw new SignInRefused('issuer', `the issuer names no https address as ${lacking[0]}`)
}

/** As the issuer prefers to be sent the secret; what it does not say is basic, by the standard. */
function authenticationOf(secret: string | null): ReturnType<typeof None> {
  if (secret === null) return None()
  const basic = ClientSecretBasic(secret)
  const post = ClientSecretPost(secret)
  return (server, client, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const chosen =
      !methods.includes('client_secret_basic') && methods.includes('client_secret_post') ? post : basic
    return chosen(server, client, body, headers)
  }
}
