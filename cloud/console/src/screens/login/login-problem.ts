import type { LoginOutcome } from '../../session/session.js'
import type { Language } from '../../text/text.js'
import type { LoginText } from '../../text/use-login-text.js'
import { durationOf } from '../../time/format.js'

type Refused = Extract<LoginOutcome, { kind: 'refused' }>

/** What to say of a sign-in that was refused. */
export function loginProblem(text: LoginText, { code, retryAfterSec }: Refused, language: Language): string {
  switch (code) {
    case null:
      return text.notReached
    case 'UNAUTHORIZED':
    case 'VALIDATION_ERROR':
      return text.wrong
    case 'ACCOUNT_LOCKED':
      return retryAfterSec === null ? text.locked : text.lockedFor(durationOf(retryAfterSec, language))
    case 'ACCOUNT_DISABLED':
      return text.disabled
    case 'FORBIDDEN':
      return text.byIssuerAlone
    case 'RATE_LIMITED':
      return text.tooMany
    default:
      return text.other
  }
}
