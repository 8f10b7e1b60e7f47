import type { components } from '@sightline/client'
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'

type Schemas = components['schemas']

/** Whether this page may have passkeys at all: by its name, and by what the browser can. */
export type PasskeysHere = 'possible' | 'address' | 'unsupported'

/** @param origin of the service's pages where passkeys are used; null: it has an address alone */
export function passkeysHere(origin: string | null): PasskeysHere {
  if (origin === null || origin !== location.origin) return 'address'
  return browserSupportsWebAuthn() ? 'possible' : 'unsupported'
}

/** Has the browser make a passkey. @throws Error if it, or the person, does not */
export async function makePasskey(
  options: Schemas['PasskeyCreationOptions'],
): Promise<Schemas['PasskeyAttestationInput']> {
  const { id, rawId, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  }
}

/** Has the browser answer by a passkey. @throws Error if it, or the person, does not */
export async function answerByPasskey(
  options: Schemas['PasskeyRequestOptions'],
): Promise<Schemas['PasskeyAssertionInput']> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}
