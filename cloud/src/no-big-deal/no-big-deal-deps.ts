import type { Platform } from '../platform/platform.js'

/** What the use cases of No-Big-Deal need. */
export type NoBigDealDeps = Pick<Platform, 'database' | 'clock' | 'keys'>
