import {
  type ChangeRow,
  changesSince,
  encodeUpdateToken,
  isKnownSince,
  type Moment,
  readMoment,
  type TokenMoment,
} from '../../identity/changes/changes.service.js'
import type { TimeSlice } from '../../platform/concurrency/time-slice.js'
import type { Platform } from '../../platform/platform.js'
import { mostTold, NoticeBatch } from './notice-batch.js'
import type { NoticeListener } from './notice-listener.js'
import { eventText, resetText } from './notice-text.js'

/** From one time of telling to the next, ms: where much changes it is told together. */
const tellEveryMs = 100

export type FeedPlatform = Pick<Platform, 'database' | 'secretBox' | 'clock' | 'log' | 'metrics'>

/** The listeners of one organisation on this node: what changed is read once for all of them. */
export class OrgFeed {
  readonly orgId: string
  readonly listeners = new Set<NoticeListener>()
  readonly #platform: FeedPlatform
  /** Up to where its listeners were told; null until the first listens. */
  #moment: Moment | null = null
  #token = ''
  #opening: Promise<void> | null = null
  #isBehind = false
  #toldMs = Number.NEGATIVE_INFINITY

  constructor(platform: FeedPlatform, orgId: string) {
    this.#platform = platform
    this.orgId = orgId
  }

  /** Something changed that was not read yet. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /** For how long nothing is told yet, ms. */
  get restMs(): number {
    return Math.max(0, this.#toldMs + tellEveryMs - this.#platform.clock.monotonic())
  }

  fallBehind(): void {
    this.#isBehind = true
  }

  /** Says that the connections stand, and from where to go on. */
  async beat(slice: TimeSlice): Promise<void> {
    for (const listener of this.listeners) {
      // In the turn of another one all may be told something.
      listener.beat(this.#token)
      await slice.yieldIfSpent()
    }
  }

  /** Resolves once there is a moment from which changes are told. */
  async open(): Promise<void> {
    this.#opening ??= this.#open()
    try {
      await this.#opening
    } catch (error) {
      this.#opening = null
      throw error
    }
  }

  /**
   * Tells a listener what it missed, and from then on what changes. It is among `listeners` already, so that nothing
   * happens between.
   * @param since from its token; null: a token that says it no more; `now`: nothing was missed
   */
  async begin(listener: NoticeListener, since: TokenMoment | 'now' | null): Promise<void> {
    const db = this.#reads()
    if (since === null || since === 'now') {
      const moment = await readMoment(db)
      const ready = eventText('ready', { resumed: false }, this.#tokenOf(moment))
      return listener.begin((since === null ? resetText('token_too_old') : '') + ready, moment.snapshot)
    }
    const { moment, changes, cut } = await changesSince(db, this.orgId, since.snapshot, mostTold)
    const known = isKnownSince(since, moment, cut)
    const token = this.#tokenOf(moment)
    const missed = known ? this.#missed(listener, moment, changes) : resetText('token_too_old')
    const resumed = known && changes.length < mostTold
    listener.begin(missed + eventText('ready', { resumed }, token), moment.snapshot)
  }

  /** Reads what changed, and tells it. */
  async advance(slice: TimeSlice): Promise<void> {
    if (this.#moment === null) return
    this.#isBehind = false
    try {
      const since = this.#moment
      const { moment, changes } = await slice.wait(
        changesSince(this.#reads(), this.orgId, since.snapshot, mostTold),
      )
      const token = this.#tokenOf(moment)
      if (moment.lineage !== since.lineage) this.#endAll()
      else if (changes.length > 0) await this.#tell(new NoticeBatch(moment, token, changes), slice)
      // Not before all were told: a beat meanwhile would have those who wait go on from behind it.
      this.#moment = moment
      this.#token = token
    } catch (error) {
      this.#isBehind = true
      throw error
    }
  }

  /**
   * After a failover transactions are numbered anew: some of what changed is not among what was read, and what was told may never have
   * been. Whoever connects again is told to read all.
   */
  #endAll(): void {
    for (const listener of this.listeners) listener.end('unavailable')
  }

  async #tell(batch: NoticeBatch, slice: TimeSlice): Promise<void> {
    this.#toldMs = this.#platform.clock.monotonic()
    for (const listener of this.listeners) {
      listener.tell(batch)
      await slice.yieldIfSpent()
    }
  }

  #missed(listener: NoticeListener, moment: Moment, changes: readonly ChangeRow[]): string {
    return new NoticeBatch(moment, this.#tokenOf(moment), changes).textFor(listener.scope, null)
  }

  async #open(): Promise<void> {
    const moment = await readMoment(this.#reads())
    this.#moment = moment
    this.#token = this.#tokenOf(moment)
  }

  #tokenOf(moment: Moment): string {
    return encodeUpdateToken(this.#platform.secretBox, this.orgId, moment)
  }

  #reads() {
    return this.#platform.database.serving('reads').forOrg(this.orgId)
  }
}
