import type { Platform } from '../platform/platform.js'
import type { DurableIntake, UploadDesk } from './durable-intake.js'

/** What the channel stands on, and where it hands on what gateways say. */
export interface ChannelDeps {
  readonly platform: Platform
  readonly intake: DurableIntake
  readonly uploads: UploadDesk
}
