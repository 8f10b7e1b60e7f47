import { channelLimits, closeCodes } from '@sightline/protocol'
import type { Platform } from '../platform/platform.js'
import type { PeerSocket } from './peer-socket.js'
import { findEpoch, touchSession } from './session.repository.js'

interface PresentSession {
  readonly orgId: string
  readonly gatewayId: string
  readonly epoch: number
  readonly socket: PeerSocket
  /** Does something in the order in which the gateway reported. */
  readonly report: (take: () => Promise<void>) => void
  /** Ends the session for a newer one. */
  readonly replace: () => void
}

/** Keeps in the database that the session of a gateway lives. */
export class SessionPresence {
  readonly #platform: Platform
  readonly #session: PresentSession
  /** On the monotonic clock, ms. */
  #touchedAt: number
  #cancel: () => void = () => {}

  /** The session was noted a moment ago. */
  constructor(platform: Platform, session: PresentSession) {
    this.#platform = platform
    this.#session = session
    this.#touchedAt = platform.clock.monotonic()
    this.#keepTouching()
  }

  /** Says in the database that the session lives; closes it where the database says that it does not. */
  async touch(): Promise<boolean> {
    const { orgId, gatewayId, epoch, socket, replace } = this.#session
    const db = this.#platform.database.forOrg(orgId)
    const touchedAt = this.#platform.clock.monotonic()
    if (await touchSession(db, orgId, gatewayId, epoch)) {
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
    const { clock } = this.#platform
    const { socket, report } = this.#session
    const intervalMs = channelLimits.heartbeatIntervalSec * 1000
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
