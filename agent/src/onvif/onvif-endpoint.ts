import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'
import type { DeviceCache } from './device-cache.js'

export interface OnvifSessionDeps {
  readonly clock: Clock
  readonly random: Random
  /** What was learned in earlier sessions; one that forgets if left out. */
  readonly devices?: DeviceCache
}

/** The one address to which everything of a session goes, whatever addresses the device gives. */
export interface OnvifEndpoint {
  /** Checked IP literal. */
  readonly address: string
  readonly port: number
  /** As the person typed it. */
  readonly host: string
  /** Whether it speaks HTTPS; not by default. */
  readonly tls?: boolean
}

export interface OnvifCredentials {
  readonly username: string
  readonly password: string
  /** The password itself must not be sent, only digests of it. */
  readonly digestOnly?: boolean
}
