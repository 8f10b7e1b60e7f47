import type { ChannelError } from '@sightline/protocol'
import type { Tx } from '../platform/database/database.js'

/** The lease by which a relay's frame came; the cloud made sure that the frame is about this camera. */
export interface FrameLease {
  readonly cameraId: string
  /** True if the relay may still deliver for the camera; held in place until the transaction ends. */
  hold(tx: Tx): Promise<boolean>
}

/** Whose events a frame may touch: those of a gateway, or those of a camera that a relay holds. */
export type FrameSender =
  | { readonly gatewayId: string; readonly lease?: undefined }
  | { readonly gatewayId: null; readonly lease: FrameLease }

/** Who sent a frame: gateway and organisation come from the key that opened the channel, or from the lease. */
export type IntakeContext = FrameSender & {
  readonly orgId: string
  /** When the frame arrived, by this node's clock. */
  readonly receivedAt: Date
}

/** True if an event is one that this sender may touch. */
export function isOf(
  sender: FrameSender,
  event: { readonly gateway_id: string | null; readonly camera_id: string },
): boolean {
  if (sender.lease) return event.gateway_id === null && event.camera_id === sender.lease.cameraId
  return event.gateway_id === sender.gatewayId
}

/**
 * What became of a durable frame. `stored` and `duplicate` are confirmed alike; a refused one is confirmed and
 * listed, for a repeat would change nothing.
 */
export type IntakeOutcome = 'stored' | 'duplicate' | { rejected: ChannelError }

/** Why a frame is refused, in a code of the channel and a sentence. */
export const refused = (code: string, message: string): IntakeOutcome => ({ rejected: { code, message } })

/** A relay's frame under a lease that another relay has taken over. Nothing was changed. */
export const staleLease = refused('stale_lease', 'another relay took this camera over')
