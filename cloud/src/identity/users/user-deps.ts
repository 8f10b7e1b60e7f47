import type { Platform } from '../../platform/platform.js'

/** What the use cases about people need. */
export type UserDeps = Pick<Platform, 'database' | 'keys' | 'clock' | 'config' | 'publicUrl' | 'secretBox'>
