import type { Platform } from '../platform/platform.js'

/** What the use cases of rules and alerts need. */
export type AlertDeps = Pick<Platform, 'database' | 'clock' | 'keys'>
