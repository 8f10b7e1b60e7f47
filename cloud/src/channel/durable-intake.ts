import type {
  ChannelError,
  EventClosed,
  EventExtended,
  EventOpened,
  UploadBegin,
  UploadComplete,
  UploadPlan,
} from '@sightline/protocol'

/** Who sent a frame. The gateway and its organisation come from the key that opened the channel. */
export interface FrameContext {
  orgId: string
  gatewayId: string
  /** When the frame arrived, by this node's clock. */
  receivedAt: Date
}

/**
 * What became of a durable frame. `stored` and `duplicate` are confirmed alike; a rejected one is confirmed and
 * listed, because repeating it would change nothing. What may work later is an error that is thrown.
 */
export type IntakeOutcome = 'stored' | 'duplicate' | { rejected: ChannelError }

/**
 * Where durable frames go. Each function resolves after COMMIT only, knows repeats by the event id, and checks that
 * camera and event are the gateway's. Frames of one event come in order, one at a time; frames of different events
 * come at once.
 */
export interface DurableIntake {
  intakeOpened(context: FrameContext, body: EventOpened): Promise<IntakeOutcome>
  intakeExtended(context: FrameContext, body: EventExtended): Promise<IntakeOutcome>
  intakeClosed(context: FrameContext, body: EventClosed): Promise<IntakeOutcome>
}

export type UploadAnswer<Value> = { ok: true; value: Value } | { ok: false; error: ChannelError }

/** Where requests about uploads go. An expected refusal is an answer; what is thrown becomes `internal`. */
export interface UploadDesk {
  beginUpload(context: FrameContext, body: UploadBegin): Promise<UploadAnswer<UploadPlan>>
  completeUpload(context: FrameContext, body: UploadComplete): Promise<UploadAnswer<Record<string, never>>>
}
