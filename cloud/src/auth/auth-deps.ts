import type { Platform } from '../platform/platform.js'
import type { Passwords } from './password.js'

/** What signing in needs. */
export interface AuthDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'> {
  readonly passwords: Passwords
}
