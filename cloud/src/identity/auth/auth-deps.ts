import type { Platform } from '../../platform/platform.js'
import type { Passwords } from './passwords/password.service.js'

/** What signing in needs. */
export interface AuthDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl' | 'secretBox'> {
  readonly passwords: Passwords
}
