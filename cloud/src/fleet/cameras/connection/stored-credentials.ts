import { Credentials } from '@sightline/protocol'
import type { SecretBox, SecretContext } from '../../../platform/secrets/secret-box.js'

/** The columns in which the credentials of a camera stand sealed. */
interface StoredCredentials {
  credentials: Buffer | null
  credentials_key_id: string | null
}

const contextOf = (orgId: string, cameraId: string): SecretContext => ({
  orgId,
  rowId: cameraId,
  field: 'cameras.credentials',
})

/** Seals credentials in the context of their row; none are null. */
export function storeCredentials(
  box: SecretBox,
  orgId: string,
  cameraId: string,
  credentials: Credentials | null,
): StoredCredentials {
  if (credentials === null) return { credentials: null, credentials_key_id: null }
  const sealed = box.seal(JSON.stringify(credentials), contextOf(orgId, cameraId))
  return { credentials: sealed.bytes, credentials_key_id: sealed.keyId }
}

/** Opens what `storeCredentials` made. */
export function openCredentials(
  box: SecretBox,
  orgId: string,
  cameraId: string,
  stored: StoredCredentials,
): Credentials | null {
  if (stored.credentials === null || stored.credentials_key_id === null) return null
  const text = box.open(
    { bytes: stored.credentials, keyId: stored.credentials_key_id },
    contextOf(orgId, cameraId),
  )
  return Credentials.parse(JSON.parse(text))
}
