import type { Credentials } from '@sightline/protocol'
import { CompactEncrypt, importJWK } from 'jose'

/** The public half of the key that a gateway made at pairing (RFC 8037). */
export interface GatewayPublicKey {
  kty: 'OKP'
  crv: 'X25519'
  x: string
}

/** Seals credentials so that only the gateway opens them (docs/protocol.md, 7). */
export async function sealCredentials(credentials: Credentials, key: GatewayPublicKey): Promise<string> {
  const { username, password } = credentials
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ username, password })))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK({ ...key }, 'ECDH-ES'))
}
