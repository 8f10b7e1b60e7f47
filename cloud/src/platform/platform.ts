import type { Config } from './config.js'
import type { Database } from './database/database.js'
import type { Listener } from './database/listener.js'
import type { ClientAddresses } from './http/client-address.js'
import type { Log } from './log.js'
import type { Metrics } from './metrics.js'
import type { KeyRing } from './secrets/keys.js'
import type { SecretBox } from './secrets/secret-box.js'
import type { Clock } from './time/clock.js'

/** What every slice stands on. Made once a process and handed down; routes find it as `app.platform`. */
export interface Platform {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly keys: KeyRing
  readonly secretBox: SecretBox
  readonly log: Log
  /** Who asks, of routes and sockets. */
  readonly clientAddresses: ClientAddresses
  /** What other processes notify of. */
  readonly listener: Listener
  /** What this process counts of itself. */
  readonly metrics: Metrics
  /** Names this process among the nodes on the database; new with each start. */
  readonly nodeId: string
  /** Where people and webhooks reach the service; no slash at the end. */
  publicUrl(): string
}
