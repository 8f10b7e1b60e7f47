import type { MoveProof } from '@sightline/protocol'
import type { AddressPolicy } from '../platform/address-policy.js'
import { type CameraIdentity, type IdentityProof, proofOf } from './camera-identity.js'
import type { FoundDevice } from './merge-devices.js'

/** Where a camera that was lost answers now. */
export interface MovedCamera {
  readonly host: string
  /** All addresses at which it was seen, `host` among them. */
  readonly addresses: readonly string[]
  /** Of its ONVIF service; null if only its stream was announced. */
  readonly port: number | null
  readonly proof: MoveProof
}

const strength: Record<IdentityProof, number> = { mac: 0, serial: 1, endpoint: 2 }

/**
 * The camera among the devices of a scan. Two that claim the same identity with the same strength are no proof: one
 * of them lies, or the firmware ships one identity for all.
 */
export function findMovedCamera(
  identity: CameraIdentity,
  devices: readonly FoundDevice[],
  allowed: AddressPolicy,
): MovedCamera | null {
  const proven = devices
    .filter((device) => allowed(device.address) === null)
    .map((device) => ({ device, kind: proofOf(identity, device) }))
    .flatMap(({ device, kind }) => (kind === null ? [] : [{ device, kind }]))
    .toSorted((a, b) => strength[a.kind] - strength[b.kind])
  const [best, second] = proven
  if (best === undefined || best.kind === second?.kind) return null
  const { address, addresses, port, onvif, mac, serial, endpoint, model } = best.device
  return {
    host: address,
    addresses,
    port: onvif ? port : null,
    proof: { kind: best.kind, mac, serial, endpoint, model },
  }
}
