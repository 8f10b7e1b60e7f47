import { z } from 'zod'
import { Name } from './common.js'

/** Bytes in base64url, as WebAuthn's JSON forms have them. */
const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, 'base64url')

const PublicKey = z.literal('public-key')
const Transports = z.array(z.string().max(32)).max(10)

/** A passkey by its id, as browsers look for it. */
const Descriptor = z.object({ id: z.string(), type: PublicKey, transports: Transports })

/** What a browser is asked to make a passkey by (`PublicKeyCredentialCreationOptionsJSON` of WebAuthn). */
export const PasskeyCreationOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: PublicKey })),
    timeout: z.number().int().min(0).describe('Milliseconds'),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('discouraged'),
      requireResidentKey: z.literal(false),
      userVerification: z.literal('preferred'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' })

/** What a browser is asked when somebody signs in (`PublicKeyCredentialRequestOptionsJSON` of WebAuthn). */
export const PasskeyRequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number().int().min(0).describe('Milliseconds'),
    userVerification: z.literal('preferred'),
    allowCredentials: z.array(Descriptor),
  })
  .meta({ id: 'PasskeyRequestOptions' })

const answered = { id: bytes(1400), rawId: bytes(1400), type: PublicKey }

/** What a browser answers when it made one (`RegistrationResponseJSON` of WebAuthn). */
export const PasskeyAttestation = z
  .object({
    ...answered,
    response: z.object({
      clientDataJSON: bytes(4096),
      attestationObject: bytes(65_536),
      transports: Transports.optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' })

/** What a browser answers when somebody signs in by one (`AuthenticationResponseJSON` of WebAuthn). */
export const PasskeyAssertion = z
  .object({
    ...answered,
    response: z.object({
      clientDataJSON: bytes(4096),
      authenticatorData: bytes(8192),
      signature: bytes(2048),
      userHandle: bytes(128).optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })

/** Body of `POST /api/v1/auth/second-factors/passkey`. */
export const PasskeyCreate = z.object({
  name: Name.describe('Which device or key it is'),
  response: PasskeyAttestation,
})

export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>
export type PasskeyCreate = z.infer<typeof PasskeyCreate>
