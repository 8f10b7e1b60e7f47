import type { CameraSet } from '@sightline/protocol'
import type { PrivateSealingKey } from '../cloud-link/identity.js'
import type { SecretGuard } from '../platform/secrets.js'
import { type CertificatePins, forgetCertificate } from '../rtsp/certificate-pins.js'
import type { CameraAccounts } from '../streams/proven-accounts.js'
import type { StreamEndpoint } from '../streams/stream-endpoint.js'
import { isSameConnection } from './same-connection.js'

interface ForgetTrustDeps {
  readonly accounts: CameraAccounts
  readonly pins?: CertificatePins
  readonly sealingKey: PrivateSealingKey
  readonly guard: SecretGuard
  /** Those in use by now. */
  readonly endpoints: () => readonly StreamEndpoint[]
}

/**
 * Who gives another address or account vouches for what answers there: its certificate may be another one, and no
 * account was let in there.
 */
export async function forgetTrust(
  before: CameraSet,
  after: CameraSet,
  { accounts, pins, sealingKey, guard, endpoints }: ForgetTrustDeps,
): Promise<void> {
  const settings = { ...after, connection: before.connection }
  if (await isSameConnection(settings, after, sealingKey, guard)) return
  accounts.forget()
  if (!pins) return
  // What is no address has no certificate.
  await Promise.allSettled(endpoints().map(({ url }) => forgetCertificate(url, pins)))
}
