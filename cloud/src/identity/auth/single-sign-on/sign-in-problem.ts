import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { OutboundFailure } from '../../../platform/outbound-http/outbound-failure.js'

/** Why somebody did not come in by the issuer. The sign-in page has a sentence for each. */
export type SignInProblem =
  /** The organisation has no issuer, or there is no such organisation. */
  | 'none'
  /** The issuer does not answer. */
  | 'unreachable'
  /** The issuer answers with an error: something is set wrongly, here or there. */
  | 'issuer'
  /** What the issuer said does not hold: signature, audience, issuer, nonce. */
  | 'untrusted'
  /** The clocks are too far apart. */
  | 'clock'
  /** Too old, used before, or begun in another browser. */
  | 'again'
  /** The person, or the issuer, said no. */
  | 'denied'
  /** No group of theirs gives a role. */
  | 'no_role'
  /** They have no account, and none is made. */
  | 'no_account'
  /** The issuer names no e-mail address, or one that is none. */
  | 'no_email'
  /** Somebody has an account of this address, and it is not linked. */
  | 'taken'
  /** An owner signs in by password. */
  | 'owner'
  | 'disabled'
  | 'too_many'

/** A sign-in by the issuer that is refused. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'
  readonly problem: SignInProblem

  /** @param message for the audit: what was wrong, and no secret */
  constructor(problem: SignInProblem, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.problem = problem
  }
}

/** Seconds by which the clocks of issuer and service may differ. */
export const clockToleranceSec = 180

/**
 * What a failure of the library means.
 * @throws the error itself if it is a defect and nothing that an issuer did
 */
export function refusalOf(error: unknown): SignInRefused {
  const refused = (problem: SignInProblem, message: string) =>
    new SignInRefused(problem, message, { cause: error })
  const failure = outboundFailureIn(error)
  if (failure) return refused('unreachable', `the issuer was not reached: ${failure.message}`)
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied'
      ? refused('denied', 'the issuer answered access_denied')
      : refused('issuer', `the issuer answered ${shown(error.error)}`)
  if (error instanceof ResponseBodyError)
    return error.error === 'invalid_grant'
      ? refused('again', 'the issuer did not take the code: it is too old, or was used')
      : refused('issuer', `the issuer answered ${shown(error.error)}`)
  if (error instanceof ClientError) return refusedByCode(error, refused)
  throw error
}

function refusedByCode(
  { code, cause, message }: ClientError,
  refused: (problem: SignInProblem, message: string) => SignInRefused,
): SignInRefused {
  const why = cause instanceof Error ? cause.message : message
  switch (code) {
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
      return refused('unreachable', 'the issuer did not answer in time')
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return refused('clock', `the ID token is not of this time: ${why}`)
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return refused('issuer', `the issuer answered what cannot be read: ${why}`)
    default:
      return refused('untrusted', why)
  }
}

/** An error code of the issuer, as far as it is shown. */
const shown = (code: string): string => code.replace(/[^\x21-\x7e]/g, '?').slice(0, 100)

/** The library wraps what the client's way out says. */
function outboundFailureIn(error: unknown): OutboundFailure | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof OutboundFailure) return at
  return undefined
}
