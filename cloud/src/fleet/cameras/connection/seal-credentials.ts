import type { Credentials, SealingKey } from '@sightline/protocol'
import { CompactEncrypt, importJWK } from 'jose'

/** Seals credentials so that only the gateway or relay of the key opens them (docs/protocol.md, 7). */
export async function sealCredentials(credentials: Credentials, key: SealingKey): Promise<string> {
  const { username, password } = credentials
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ username, password })))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK({ ...key }, 'ECDH-ES'))
}
