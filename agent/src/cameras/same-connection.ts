import { isDeepStrictEqual } from 'node:util'
import type { CameraSet } from '@sightline/protocol'
import type { PrivateSealingKey } from '../cloud-link/identity.js'
import { openCredentials } from '../cloud-link/sealed-credentials.js'
import type { SecretGuard } from '../platform/secrets.js'

/**
 * Whether a camera is reached in the same way under both settings. Sealing the same account twice makes two
 * different texts, so accounts are compared opened; one that cannot be opened is like no other.
 */
export async function isSameConnection(
  one: CameraSet,
  other: CameraSet,
  key: PrivateSealingKey,
  guard?: SecretGuard,
): Promise<boolean> {
  if (!isDeepStrictEqual(withoutAccount(one), withoutAccount(other))) return false
  const sealed = one.connection.credentials
  const otherSealed = other.connection.credentials
  if (sealed === otherSealed) return true
  if (sealed === null || otherSealed === null) return false
  try {
    return isDeepStrictEqual(
      await openCredentials(sealed, key, guard),
      await openCredentials(otherSealed, key, guard),
    )
  } catch {
    return false
  }
}

/** What concerns the connection, but for the account. */
function withoutAccount({ connection, enabled, recording_stream, stream_transport }: CameraSet) {
  return { connection: { ...connection, credentials: null }, enabled, recording_stream, stream_transport }
}
