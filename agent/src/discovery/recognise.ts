import { isIPv4 } from 'node:net'
import type { CameraConnection } from '@sightline/protocol'
import type { AddressPolicy } from '../platform/address-policy.js'
import type { CameraIdentity } from './camera-identity.js'
import { hostOf, onvifPortOf } from './located.js'
import { probeAddresses } from './probe-addresses.js'
import { isLoopback, type Sighting } from './sighting.js'
import type { WsDiscoveryDeps } from './ws-discovery.js'

interface RecogniseDeps extends WsDiscoveryDeps {
  readonly allowed: AddressPolicy
}

/** A camera that answers probes at all answers within this, ms. */
const waitMs = 1200

/**
 * What the device at a camera's address announces of itself, asked without credentials; null where nothing answers.
 * A camera given by a name is not asked: a name follows its camera.
 * @throws the signal's reason.
 */
export async function recognise(
  connection: CameraConnection,
  deps: RecogniseDeps,
  signal: AbortSignal,
): Promise<CameraIdentity | null> {
  const host = hostOf(connection)
  if (host === null || !isIPv4(host) || deps.allowed(host) !== null) return null
  const port = onvifPortOf(connection)
  const enough = new AbortController()
  let said: CameraIdentity | null = null
  const seen = (sighting: Sighting): void => {
    if (sighting.address !== host || !isAt(port, sighting)) return
    said = sighting
    enough.abort(new Error('it has answered'))
  }
  await probeAddresses(
    { addresses: [host], ms: waitMs, seen },
    deps,
    AbortSignal.any([signal, enough.signal]),
  ).catch((error: unknown) => {
    signal.throwIfAborted()
    if (!enough.signal.aborted) throw error
  })
  return said
}

/** On a network an address is one device's. On loopback simulated cameras share it, and the port distinguishes them. */
function isAt(port: number | null, { address, port: announced }: Sighting): boolean {
  if (!isLoopback(address)) return true
  return port === null ? address !== '127.0.0.1' : port === announced
}
