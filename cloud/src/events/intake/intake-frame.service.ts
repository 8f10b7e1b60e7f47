import type { ChannelError, EventClosed, EventExtended, EventOpened } from '@sightline/protocol'
import type { Tx } from '../../platform/database/handles.js'

/** The lease by which a relay's frame came; the cloud made sure that the frame is about this camera. */
interface FrameLease {
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
  /** When the frame arrived, by this node's clock; of one that was in quarantine, when it was put there, by PostgreSQL's. */
  readonly receivedAt: Date
  /** The frame was in quarantine, and is there until it is taken. */
  readonly isQuarantined?: true
}

/** A durable frame as the intake takes it. */
export type IntakeFrame =
  | { readonly type: 'event.opened'; readonly body: EventOpened }
  | { readonly type: 'event.extended'; readonly body: EventExtended }
  | { readonly type: 'event.closed'; readonly body: EventClosed }

/** True if an event is one that this sender may touch. */
export function isOwnedBy(
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

/** Why a frame or request of a relay is refused whose lease is not, or no longer, this relay's. */
export const staleLease: ChannelError = {
  code: 'stale_lease',
  message: 'this relay does not hold the camera by this epoch: nothing was changed',
}
