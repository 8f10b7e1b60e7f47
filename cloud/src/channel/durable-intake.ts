import type {
  ChannelError,
  EventClosed,
  EventExtended,
  EventOpened,
  UploadBegin,
  UploadComplete,
  UploadPlan,
} from '@sightline/protocol'
import type { IntakeContext as FrameContext } from '../events/event.service.js'
import type { DurableFrame } from './durable-lane.js'

/** Who sent a frame, and under which lease if it was a relay. */
export type { IntakeContext as FrameContext } from '../events/event.service.js'

/**
 * What became of a durable frame. `stored` and `duplicate` are confirmed alike; a rejected one is confirmed and
 * listed, because repeating it would change nothing. What may work later is an error that is thrown.
 */
export type IntakeOutcome = 'stored' | 'duplicate' | { rejected: ChannelError }

/**
 * Where durable frames go. Each function resolves after COMMIT only, knows repeats by the event id, and checks that
 * camera and event are the sender's. Frames of one event come in order, one at a time; frames of different events
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

/** Hands a durable frame to the function for its type. */
export function handOver(
  intake: DurableIntake,
  context: FrameContext,
  frame: DurableFrame,
): Promise<IntakeOutcome> {
  switch (frame.type) {
    case 'event.opened':
      return intake.intakeOpened(context, frame.body)
    case 'event.extended':
      return intake.intakeExtended(context, frame.body)
    case 'event.closed':
      return intake.intakeClosed(context, frame.body)
  }
}
