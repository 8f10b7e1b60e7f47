import { z } from 'zod'
import { Id, Name, since, Timestamp } from './common.js'
import { GivenMoment } from './moment.js'
import { passwordToHash, TypedPassword } from './password.js'
import { SecondFactorProof } from './second-factor.js'
import { Timezone } from './timezone.js'

/** Roles, lowest first (interface: Roles). */
export const roles = ['viewer', 'operator', 'admin', 'owner'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** True if `role` may do what `minimum` may do. */
export function isAtLeast(role: Role, minimum: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(minimum)
}

/** An e-mail address as somebody typed it, to be compared with those that are known. */
const TypedEmail = z.string().trim().min(3).max(254).describe('3 to 254 characters; case does not matter')

const ClientType = z
  .enum(['web', 'mobile'])
  .describe('web: the refresh token travels in an HttpOnly cookie; mobile: in the body, and no cookie is set')

/** A refresh or password token: 256 bits in base64url. What has another form is unknown, not malformed. */
const SecretToken = z.string().min(1).max(256)

export const LoginRequest = z.object({
  email: TypedEmail,
  password: TypedPassword.min(1),
  remember_me: z.boolean().default(false).describe('The session lasts 30 days instead of 7'),
  client_type: ClientType.default('web'),
  org_id: Id.optional().describe('Chooses the organisation where an address is known to several'),
  second_factor: SecondFactorProof.optional()
    .describe(
      'For people who have one; without it their right password is a 401 with `details.second_factor`',
    )
    .meta(since('v1.4')),
})

export const SessionUser = z
  .object({
    id: Id,
    email: z.string(),
    display_name: z.string(),
    role: Role,
    org_id: Id,
  })
  .meta({ id: 'SessionUser' })

const AccessGrant = z.object({
  access_token: z.string().describe('A JWT: send it as Authorization: Bearer'),
  expires_at: Timestamp.describe('When the access token expires; refresh before'),
  refresh_token: z
    .string()
    .optional()
    .describe(
      'For client_type mobile only. Each refresh answers its successor, and the token stays good until that is used',
    ),
})

const SetUpNeeded = z
  .literal(true)
  .optional()
  .describe(
    'The organisation asks for a second factor and the person has none yet: until one is set up, this session is good for that alone',
  )
  .meta(since('v1.4'))

export const LoginResponse = AccessGrant.extend({ user: SessionUser, second_factor_to_set_up: SetUpNeeded })

/** `POST /api/v1/auth/refresh`. Without a body the cookie is used. */
export const RefreshRequest = z.object({
  refresh_token: SecretToken.optional().describe('For client_type mobile; a web client has it in the cookie'),
  client_type: ClientType.optional().describe(
    'web: the token is in the cookie; mobile: in `refresh_token`. Default: mobile if `refresh_token` is sent, else web',
  ),
})

export const RefreshResponse = AccessGrant

/** A password that a person chooses: 12 to 128 characters with upper case, lower case, a digit and a symbol. */
export const NewPassword = passwordToHash({ least: 12, most: 128 })
  .refine((text) => /\p{Lu}/u.test(text), 'an upper-case letter')
  .refine((text) => /\p{Ll}/u.test(text), 'a lower-case letter')
  .refine((text) => /\p{Nd}/u.test(text), 'a digit')
  .refine((text) => /[^\p{L}\p{N}\s]/u.test(text), 'a symbol')
  .describe(
    '12 to 128 characters with an upper-case letter, a lower-case letter, a digit and a symbol, in Unicode NFKC',
  )

export const ForgotPasswordRequest = z.object({ email: TypedEmail })

export const ResetPasswordRequest = z.object({
  token: SecretToken.describe('From the link in the mail; good once'),
  new_password: NewPassword,
})

export const ChangePasswordRequest = z.object({
  old_password: TypedPassword.min(1),
  new_password: NewPassword,
})

const Locale = z
  .string()
  .max(35)
  .refine(isLocale, 'a language tag such as en or de-CH')
  .describe('BCP 47 language tag')

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const PreferenceValue = z.union([z.string().max(500), z.number(), z.boolean()])
const preferenceKey = /^[a-z][a-z0-9_]{0,63}$/

/** For how long somebody may be left alone at most, days. */
export const longestPauseDays = 31

const PausedUntil = GivenMoment.describe(
  'Until when you are told of alerts in the inbox alone: mails and messages to browsers are held back, and the inbox says which. ' +
    `RFC 3339, at most ${longestPauseDays} days ahead; null, or a time that is over: you are not left alone`,
).meta(since('v1.4'))

/** What a person chose: language, time zone, and what clients keep for them. */
export const Preferences = z
  .object({
    locale: z.string(),
    timezone: z.string(),
    notifications_paused_until: z
      .string()
      .optional()
      .describe('RFC 3339 in UTC, as it was set; it may be over')
      .meta(since('v1.4')),
  })
  .catchall(PreferenceValue)
  .meta({ id: 'Preferences' })

/** Preferences to merge into those there are; null takes one away. */
export const PreferencesPatch = z
  .object({
    locale: Locale.nullable().optional(),
    timezone: Timezone.nullable().optional(),
    notifications_paused_until: PausedUntil.nullable().optional(),
  })
  .catchall(PreferenceValue.nullable())
  .refine((patch) => Object.keys(patch).length > 0, 'at least one preference')
  .refine(
    (patch) => Object.keys(patch).every((key) => preferenceKey.test(key)),
    'names of 1 to 64 lower-case letters, digits and underscores, beginning with a letter',
  )
  .describe('Merged into the preferences; null takes one away. At most 50 of them.')

/** Preferences of one person at most. */
export const mostPreferences = 50

/** `GET /api/v1/auth/me` */
export const Me = SessionUser.extend({
  preferences: Preferences,
  second_factor_to_set_up: SetUpNeeded,
  single_sign_on: z
    .literal(true)
    .optional()
    .describe(
      'You sign in by the issuer of your organisation: a password or a second factor of yours is not asked for',
    )
    .meta(since('v1.4')),
}).meta({ id: 'Me' })

/** What people change about themselves. */
export const MePatch = z.object({ display_name: Name })

export type LoginRequest = z.infer<typeof LoginRequest>
export type LoginResponse = z.infer<typeof LoginResponse>
export type RefreshRequest = z.infer<typeof RefreshRequest>
export type RefreshResponse = z.infer<typeof RefreshResponse>
export type ResetPasswordRequest = z.infer<typeof ResetPasswordRequest>
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>
export type SessionUser = z.infer<typeof SessionUser>
export type Preferences = z.infer<typeof Preferences>
export type PreferencesPatch = z.infer<typeof PreferencesPatch>
export type Me = z.infer<typeof Me>
export type MePatch = z.infer<typeof MePatch>
