import { closeCodes } from '@sightline/protocol'
import type { Platform } from '../../../platform/platform.js'
import { findEpoch, type SessionKey, touchSession } from '../session/session.repository.js'
import type { PeerSocket } from '../socket/peer-socket.js'

interface PresenceDeps {
  readonly socket: PeerSocket
  /** Does something in the order in which the gateway reported. */
  readonly report: (take: () => Promise<void>) => void
  /** Ends the session for a newer one. */
  readonly replace: () => void
}

/** Keeps in the database that the session of a gateway lives. */
export class SessionPresence {
  readonly #platform: Platform
  readonly #session: SessionKey
  readonly #deps: PresenceDeps
  /** On the monotonic clock, ms. */
  #touchedAt: number
  #cancel: () => void = () => {}

  /** The session was noted a moment ago. */
  constructor(platform: Platform, session: SessionKey, deps: PresenceDeps) {
    this.#platform = platform
    this.#session = session
    this.#deps = deps
    this.#touchedAt = platform.clock.monotonic()
    this.#keepTouching()
  }

  /** Says in the database that the session lives; closes it where the database says that it does not. */
  async touch(): Promise<boolean> {
    const { orgId, gatewayId, epoch } = this.#session
    const { socket, replace } = this.#deps
    const db = this.#platform.database.forOrg(orgId)
    const touchedAt = this.#platform.clock.monotonic()
    if (await touchSession(db, this.#session)) {
      this.#touchedAt = touchedAt
      return true
    }
    const newest = await findEpoch(db, orgId, gatewayId)
    if (newest === epoch) socket.close(closeCodes.restarting, 'given up as silent; connect again')
    else replace()
    return false
  }

  end(): void {
    this.#cancel()
  }

  /** A pong is a sign of life too: a gateway whose heartbeats fail to come is not off line for that. */
  #keepTouching(): void {
    const { clock, config } = this.#platform
    const { socket, report } = this.#deps
    const intervalMs = config.heartbeatMs
    this.#cancel = clock.after(intervalMs, () => {
      const isDue = clock.monotonic() - this.#touchedAt >= intervalMs * 0.9
      if (isDue && socket.heardAt > this.#touchedAt) {
        report(async () => {
          await this.touch()
        })
      }
      this.#keepTouching()
    })
  }
}
