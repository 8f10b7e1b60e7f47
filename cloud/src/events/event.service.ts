export { createEventIntake, type EventIntake, type IntakeDeps } from './event-intake.js'
export type { IntakeContext, IntakeOutcome } from './intake-outcome.js'
export { dropUnseenEvent, failClip, openManualEvent, showManualEvent } from './manual-event.js'
export type { ManualTrigger } from './manual-event.repository.js'
