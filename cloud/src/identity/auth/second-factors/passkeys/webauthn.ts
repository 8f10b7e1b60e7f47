/**
 * The library of passkeys (WebAuthn Level 3), loaded when the first passkey is asked for: the formats of certificates that it
 * knows take a seventh of the time in which the service starts.
 */
export const webauthn = () => import('@simplewebauthn/server')
