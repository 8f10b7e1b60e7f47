import type { EventIntake } from '../../events/intake/event-intake.service.js'
import type { ManualEvents } from '../../events/intake/manual-event.service.js'
import type { Uploads } from '../../events/media/uploads/upload.service.js'
import type { Platform } from '../../platform/platform.js'
import type { ProbeSlots } from '../cameras/probing/probe-slots.service.js'

/** What the channel stands on, and where it hands on what gateways say. */
export interface ChannelDeps {
  readonly platform: Platform
  readonly intake: EventIntake
  readonly uploads: Pick<Uploads, 'beginUpload' | 'completeUpload'>
  readonly manualEvents: ManualEvents
  readonly probeSlots: ProbeSlots
}
