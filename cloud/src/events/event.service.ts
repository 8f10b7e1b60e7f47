export { deleteEvent, patchEvent } from './change-event.js'
export type { EventDeps, MediaUrls } from './event-deps.js'
export { filterOf as requireEventFilter } from './event-filter.js'
export { createEventIntake, type EventIntake, type IntakeDeps } from './event-intake.js'
export { clipLink, snapshotLink } from './event-media.js'
export { eventTimeline } from './event-timeline.js'
export {
  clipStored,
  forgetSnapshot,
  lockForUpload,
  snapshotStored,
  type UploadedEvent,
} from './event-upload.js'
export { exportEvents } from './export-events.js'
export { getEvent } from './get-event.js'
export {
  type FrameLease,
  type FrameSender,
  type IntakeContext,
  type IntakeOutcome,
  isOf,
} from './intake-outcome.js'
export { holderOf, type LinkHolder } from './link-holder.js'
export { listEvents, listKey } from './list-events.js'
export { dropUnseenEvent, failClip, openManualEvent, showManualEvent } from './manual-event.js'
export type { ManualTrigger } from './manual-event.repository.js'
