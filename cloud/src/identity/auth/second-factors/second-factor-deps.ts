import type { Platform } from '../../../platform/platform.js'
import type { Passwords } from '../passwords/password.service.js'

/** What setting up and proving a second factor needs. */
export interface SecondFactorDeps extends Pick<Platform, 'database' | 'clock' | 'secretBox'> {
  readonly passwords: Passwords
}
