import type { Database } from '../../../platform/database/database.js'
import type { Listener } from '../../../platform/database/listener.js'
import type { Clock } from '../../../platform/time/clock.js'
import { readAccessChange } from '../access-changed.service.js'
import { type ActiveSession, findActiveSession } from './session.repository.js'

/** Persons remembered at most. */
const most = 10_000
/** A bound for what no message came about, such as a connection that is dead and does not know it; milliseconds. */
const keptMs = 5_000

interface Remembered {
  readonly session: ActiveSession
  /** By the monotonic clock. */
  readonly untilMs: number
}

/** Whose session is asked for. */
export interface AskedSession {
  readonly orgId: string
  readonly userId: string
  readonly sessionId: string
}

/**
 * Live sessions with the role and sites of their person, as read a moment ago. `accessChanged` empties it: here as soon
 * as the change has committed, on other nodes when NOTIFY comes. While that could be missed, it is not used.
 */
export class SessionCache {
  readonly #database: Database
  readonly #clock: Clock
  readonly #listener: Listener
  /** By person, then by session. */
  readonly #known = new Map<string, Map<string, Remembered>>()
  /** Counts what was forgotten: an answer that was asked for before is not kept after. */
  #generation = 0

  constructor({ database, clock, listener }: { database: Database; clock: Clock; listener: Listener }) {
    this.#database = database
    this.#clock = clock
    this.#listener = listener
    listener.on('revoked', (payload) => this.#hear(payload))
    database.onNotify(({ channel, payload }) => {
      if (channel === 'revoked') this.#hear(payload)
    })
    listener.onConnection(() => this.#forgetAll())
  }

  /** The session with its person, if the session lives, belongs to the person, and the person is enabled. */
  async find(asked: AskedSession): Promise<ActiveSession | undefined> {
    const known = this.#known.get(asked.userId)?.get(asked.sessionId)
    if (known !== undefined && this.#mayUse(known)) return known.session
    const generation = this.#generation
    const session = await this.#load(asked, this.#clock.now())
    if (session !== undefined && generation === this.#generation) this.#keep(asked, session)
    return session
  }

  #mayUse({ session, untilMs }: Remembered): boolean {
    if (!this.#listener.connected || this.#clock.monotonic() >= untilMs) return false
    return this.#clock.now() < session.expires_at.getTime()
  }

  async #load({ orgId, userId, sessionId }: AskedSession, nowMs: number): Promise<ActiveSession | undefined> {
    const db = this.#database.forOrg(orgId)
    const session = await findActiveSession(db, orgId, sessionId, new Date(nowMs))
    return session?.user_id === userId ? session : undefined
  }

  #keep({ userId, sessionId }: AskedSession, session: ActiveSession): void {
    if (!this.#listener.connected) return
    if (this.#known.size >= most) this.#forgetAll()
    const ofPerson = this.#known.get(userId) ?? new Map<string, Remembered>()
    const untilMs = this.#clock.monotonic() + keptMs
    this.#known.set(userId, ofPerson.set(sessionId, { session, untilMs }))
  }

  #hear(payload: string): void {
    const change = readAccessChange(payload)
    // What cannot be read may be about anybody.
    if (change === null) this.#forgetAll()
    else if (change.kind === 'user') {
      this.#generation += 1
      this.#known.delete(change.id)
    }
  }

  #forgetAll(): void {
    this.#generation += 1
    this.#known.clear()
  }
}
