import { z } from 'zod'
import { Id, Name, Timestamp } from './common.js'
import { PasskeyAssertion, PasskeyRequestOptions } from './passkey.js'
import { TypedPassword } from './password.js'

/** Ways of proving, beside the password, that it is the person who signs in. */
export const SecondFactorMethod = z.enum(['totp', 'passkey', 'recovery_code'])

/** Second factors of one person at most. */
export const mostSecondFactors = 10

/** How many recovery codes are made at once. */
export const recoveryCodesMade = 10

/** Seconds by which a code of an authenticator app may be early or late: one of its periods. */
export const codeDriftSec = 30

/** Something by which a person proves, beside the password, that it is they who sign in. */
export const SecondFactor = z
  .object({
    id: Id,
    kind: z
      .enum(['totp', 'passkey'])
      .describe('totp: an authenticator app with codes of six digits (RFC 6238); passkey: a key of WebAuthn'),
    name: z.string(),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
  })
  .meta({ id: 'SecondFactor' })

/** `GET /api/v1/auth/second-factors` */
export const SecondFactors = z
  .object({
    data: z.array(SecondFactor).describe('Those that count, oldest first'),
    total: z.number().int().min(0),
    recovery_codes_left: z.number().int().min(0),
    required: z.boolean().describe('The organisation asks a second factor of everybody'),
    passkey_origin: z
      .string()
      .nullable()
      .describe(
        'The address at whose pages passkeys are made and used; null: the service has an address alone, and they need a name by https',
      ),
  })
  .meta({ id: 'SecondFactors' })

/** Body of `POST /api/v1/auth/second-factors/totp`. */
export const TotpCreate = z.object({ name: Name.describe('Which app or device it is') })

/** A new secret for an authenticator app. It is shown this once, and counts once a code of it was sent. */
export const TotpSecret = z
  .object({
    id: Id,
    secret: z.string().describe('Base32 (RFC 4648), for typing: SHA-1, six digits, 30 seconds'),
    uri: z.string().describe('otpauth://, for a QR code'),
    expires_at: Timestamp.describe('A code of it must come before'),
  })
  .meta({ id: 'TotpSecret' })

/** A code as somebody typed it: what is none is wrong, not malformed. Blanks do not matter. */
const TypedCode = z.string().min(1).max(64)

/** Body of `POST /api/v1/auth/second-factors/{id}/confirm`. */
export const TotpConfirm = z.object({ code: TypedCode.describe('Of the app, six digits') })

const RecoveryCodeList = z
  .array(z.string())
  .describe('Each signs in once in place of a code, if the app is lost. Shown this once')

/** A second factor that counts from now on. */
export const SecondFactorAdded = z.object({
  second_factor: SecondFactor,
  recovery_codes: RecoveryCodeList.optional().describe('With the first second factor of a person'),
})

/** Body of what asks for the caller's password once more. */
export const PasswordProof = z.object({ password: TypedPassword.min(1) })

/** `POST /api/v1/auth/recovery-codes` */
export const RecoveryCodes = z.object({ recovery_codes: RecoveryCodeList })

/** `second_factor` of a login. */
export const SecondFactorProof = z
  .object({
    code: TypedCode.optional().describe(
      `Of the authenticator app; one period of ${codeDriftSec} seconds before or after is taken too, each code once`,
    ),
    passkey: PasskeyAssertion.optional().describe(
      'What the browser answered to `details.second_factor.passkey`, within five minutes',
    ),
    recovery_code: TypedCode.optional().describe('One of those that were shown when the factor was set up'),
  })
  .refine(
    (proof) => Object.values(proof).filter((value) => value !== undefined).length === 1,
    'one of code, passkey and recovery_code',
  )

/** What a login lacks, or why a session is good for nothing but setting up a second factor. */
export const SecondFactorNeeded = z
  .object({
    problem: z
      .enum(['missing', 'wrong', 'used', 'clock', 'other_site', 'not_set_up'])
      .describe(
        'missing: none was sent; wrong: it is not right; used: this code was taken already, wait for the next; clock: it is ' +
          'of another time, so the clock of the device is off; other_site: the passkey answered a page of another site; not_set_up: the organisation asks for one, and the person has ' +
          'none yet',
      ),
    methods: z.array(SecondFactorMethod).describe('What may be sent as `second_factor`'),
    passkey: PasskeyRequestOptions.optional().describe(
      'With the method passkey: for `navigator.credentials.get`, for one answer within five minutes',
    ),
  })
  .meta({ id: 'SecondFactorNeeded' })

export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>
export type SecondFactor = z.infer<typeof SecondFactor>
export type SecondFactors = z.infer<typeof SecondFactors>
export type TotpCreate = z.infer<typeof TotpCreate>
export type TotpSecret = z.infer<typeof TotpSecret>
export type TotpConfirm = z.infer<typeof TotpConfirm>
export type SecondFactorAdded = z.infer<typeof SecondFactorAdded>
export type PasswordProof = z.infer<typeof PasswordProof>
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
export type SecondFactorProof = z.infer<typeof SecondFactorProof>
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>
