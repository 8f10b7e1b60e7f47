import { CompactEncrypt, importJWK } from 'jose'
import type { PrivateSealingKey } from './identity.js'

/** Seals an account as the cloud does: each time to another text. */
export async function sealCredentials(
  username: string,
  password: string,
  { kty, crv, x }: Omit<PrivateSealingKey, 'd'>,
): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ username, password })))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK({ kty, crv, x }, 'ECDH-ES'))
}
