import { EmailAddress } from '@sightline/protocol'
import { z } from 'zod'
import { GroupsClaim } from './granted-access.js'

/** Somebody as the issuer describes them. */
export interface IssuerPerson {
  readonly issuer: string
  readonly subject: string
  /** Null where the issuer names none that is one. */
  readonly email: string | null
  readonly emailVerified: boolean
  /** How people call them, 1 to 100 characters; null where the issuer does not say. */
  readonly name: string | null
  readonly groups: readonly string[]
}

/** Claims by name, as an issuer signed or answered them. */
export type RawClaims = Readonly<Record<string, unknown>>

const Text = z.string().trim().min(1).nullable().catch(null)

const Claims = z.looseObject({
  email: EmailAddress.nullable().catch(null),
  // Some issuers write it as text.
  email_verified: z
    .unknown()
    .optional()
    .transform((value) => value === true || value === 'true'),
  name: Text,
  preferred_username: Text,
})

/** Whether an ID token leaves out what signing in looks at, so that UserInfo has to be asked. */
export const isShort = (idToken: RawClaims, groupsClaim: string): boolean =>
  [groupsClaim, 'email', 'email_verified'].some((name) => idToken[name] === undefined)

/**
 * Reads a person out of an ID token, whose issuer and subject were verified, and what UserInfo says beside it. An address and
 * whether it is verified come from the same of the two.
 */
export function personOf(
  { issuer, subject, groupsClaim }: { issuer: string; subject: string; groupsClaim: string },
  idToken: RawClaims,
  userInfo: RawClaims = {},
): IssuerPerson {
  const ofToken = Claims.parse(idToken)
  const ofUserInfo = Claims.parse(userInfo)
  const isWhole = ofToken.email !== null && (idToken['email_verified'] !== undefined || !ofUserInfo.email)
  const { email, email_verified: emailVerified } = isWhole ? ofToken : ofUserInfo
  const name =
    ofToken.name ?? ofUserInfo.name ?? ofToken.preferred_username ?? ofUserInfo.preferred_username ?? ''
  return {
    issuer,
    subject,
    email: email?.toLowerCase() ?? null,
    emailVerified,
    name: name.slice(0, 100).trim() || null,
    groups: GroupsClaim.parse(idToken[groupsClaim] ?? userInfo[groupsClaim]),
  }
}
