import { invalid } from '../../../platform/errors.js'
import { parseNetwork } from '../../../platform/outbound-http/address-guard.js'
import { ForbiddenAddress, permittedAddresses } from '../../../platform/outbound-http/guarded-lookup.js'
import { createHostResolver } from '../../../platform/outbound-http/host-resolver.js'
import type { CameraDeps } from '../camera-deps.js'
import type { Connection } from './camera-connection.js'
import { readRtspAddress } from './rtsp-address.js'

/**
 * Refuses an address that a camera in direct mode may not have: relays stand in the operator's network and reach
 * public addresses only, and what ALLOWED_PRIVATE_CIDRS lists. A name that does not resolve now is accepted; the
 * relay judges each address again when it connects.
 * @throws AppError invalid
 */
export async function requireDirectAddress(
  { platform }: Pick<CameraDeps, 'platform'>,
  connection: Connection,
): Promise<void> {
  const allowed = platform.config.allowedPrivateCidrs.map(parseNetwork)
  const resolve = createHostResolver()
  for (const [field, host] of hostsOf(connection)) {
    try {
      await permittedAddresses(host, allowed, resolve)
    } catch (error) {
      if (!(error instanceof ForbiddenAddress)) continue
      const remedy = 'put a camera of a private network behind a gateway'
      throw invalid(`${field}: a camera in direct mode needs a public address; ${remedy}`, error)
    }
  }
}

/** The hosts that a connection leads to, by the field that names each. */
export function hostsOf(connection: Connection): [field: string, host: string][] {
  if (connection.type === 'onvif') return [['host', connection.host]]
  const sub = connection.subUrl === null ? null : readRtspAddress(connection.subUrl)
  return [
    ['rtsp_url', connection.host],
    ...(sub?.ok ? ([['rtsp_sub_url', sub.address.host]] satisfies [string, string][]) : []),
  ]
}
