import { Credentials } from '@sightline/protocol'
import { compactDecrypt, exportJWK, generateKeyPair, importJWK } from 'jose'
import { type SecretGuard, secrets } from '../platform/secrets.js'
import { PrivateSealingKey } from './identity.js'

/** A key pair to whose public half the cloud seals what only this gateway may read. */
export async function generateSealingKey(): Promise<PrivateSealingKey> {
  const { privateKey } = await generateKeyPair('ECDH-ES', { crv: 'X25519', extractable: true })
  return PrivateSealingKey.parse(await exportJWK(privateKey))
}

/** What the cloud may know of a sealing key. */
export function publicHalf({ kty, crv, x }: PrivateSealingKey): { kty: 'OKP'; crv: 'X25519'; x: string } {
  return { kty, crv, x }
}

/**
 * Opens sealed credentials. They are kept in memory only.
 * @param guard masks the password for as long as it is in use.
 * @returns null where a camera asks for none.
 * @throws if the text was sealed to another key, or is damaged.
 */
export async function openCredentials(
  sealed: string | null,
  key: PrivateSealingKey,
  guard: SecretGuard = secrets,
): Promise<Credentials | null> {
  if (sealed === null) return null
  const { plaintext } = await compactDecrypt(sealed, await importJWK(key, 'ECDH-ES'), {
    keyManagementAlgorithms: ['ECDH-ES'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  const credentials = Credentials.parse(JSON.parse(new TextDecoder().decode(plaintext)))
  guard.add(credentials.password)
  return credentials
}
