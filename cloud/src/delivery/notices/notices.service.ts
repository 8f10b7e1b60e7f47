import type { NoticesEnd } from '@sightline/protocol'
import { findStanding } from '../../identity/auth/standing.service.js'
import type { ChangeHints } from '../../identity/changes/change-hints.service.js'
import { decodeUpdateToken, type PrincipalId } from '../../identity/changes/changes.service.js'
import { Semaphore } from '../../platform/concurrency/semaphore.js'
import { TimeSlice } from '../../platform/concurrency/time-slice.js'
import { unauthenticated, unavailable } from '../../platform/errors.js'
import { ChangeWatch, type Concerned } from './change-watch.js'
import { defaultPlaces, ListenerPlaces, type Places } from './listener-places.js'
import { type ListenerAccess, NoticeListener } from './notice-listener.js'
import type { NoticeStream } from './notice-stream.js'
import { type FeedPlatform, OrgFeed } from './org-feed.js'

/** How often it is looked whether PostgreSQL still answers, ms. */
const lookEveryMs = 5_000
/** Listeners hear that the connection stands each third time. */
const looksPerBeat = 3
/** Nobody listens for longer without an answer of PostgreSQL, ms: it could not be seen that access ended. */
const silentMs = 15_000
/** Statements at once. */
const atOnce = 4

/** Somebody who wants to listen. */
interface Asked extends ListenerAccess {
  /** When its access token ends; null: a key. */
  readonly expiresAt: Date | null
  /** `Last-Event-ID`; undefined: from now on. */
  readonly lastEventId: string | undefined
}

/**
 * Tells the listeners of this node what changes, whichever node changed it. What changed is read once an organisation, and only
 * while somebody listens.
 */
export class Notices implements AsyncDisposable {
  readonly #platform: FeedPlatform
  readonly #places: ListenerPlaces
  readonly #watch: ChangeWatch
  readonly #orgs = new Map<string, OrgFeed>()
  /** Whose access changed, until it is known how. */
  readonly #doubted = new Set<NoticeListener>()
  readonly #statements = new Semaphore(atOnce)
  readonly #over = new AbortController()
  #cancelLook: (() => void) | null = null
  #looks = 0

  constructor(platform: FeedPlatform, hints: Pick<ChangeHints, 'on'>, places: Places = defaultPlaces) {
    this.#platform = platform
    this.#places = new ListenerPlaces(places)
    this.#watch = new ChangeWatch(platform, hints, (concerned) => this.#hear(concerned))
  }

  /** Who listens here. */
  get size(): number {
    return this.#places.taken
  }

  /**
   * Tells on the stream what changes, until it is closed. Resolves once what was missed is told.
   * @throws AppError invalid for a foreign token; rate_limited, unavailable; unauthenticated if the access has just ended
   */
  async listen(stream: NoticeStream, asked: Asked): Promise<void> {
    if (this.#over.signal.aborted) throw unavailable('the service is stopping; try again')
    const { orgId } = asked.caller
    const { lastEventId: token } = asked
    const since = token === undefined ? 'now' : decodeUpdateToken(this.#platform.secretBox, orgId, token)
    const leave = this.#places.take(asked.caller)
    const listener = new NoticeListener(asked, stream)
    const org = this.#add(orgId, listener)
    const cancelExpiry = this.#endAt(listener, asked.expiresAt)
    stream.onClose(() => {
      leave()
      cancelExpiry()
      this.#remove(org, listener)
      this.#platform.metrics.noticesEnded.inc({ reason: stream.ending })
    })
    // Whoever has gone already would start a watch that nobody stops.
    if (stream.isClosed) return
    // In this order: whatever changes after one is found by the one before it.
    await this.#watch.start()
    await org.open()
    if (!(await this.#confirm(listener)))
      throw unauthenticated('this session has ended, or the key is no longer in force')
    await org.begin(listener, since)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort()
    this.#endAll('restarting')
  }

  #add(orgId: string, listener: NoticeListener): OrgFeed {
    const org = this.#orgs.get(orgId) ?? new OrgFeed(this.#platform, orgId)
    this.#orgs.set(orgId, org)
    org.listeners.add(listener)
    this.#cancelLook ??= this.#platform.clock.after(lookEveryMs, () => this.#look())
    return org
  }

  #remove(org: OrgFeed, listener: NoticeListener): void {
    org.listeners.delete(listener)
    this.#doubted.delete(listener)
    if (org.listeners.size === 0) this.#orgs.delete(org.orgId)
    if (this.#orgs.size > 0) return
    this.#watch.stop()
    this.#cancelLook?.()
    this.#cancelLook = null
  }

  #endAt(listener: NoticeListener, expiresAt: Date | null): () => void {
    if (expiresAt === null) return () => {}
    const { clock } = this.#platform
    return clock.after(Math.max(0, expiresAt.getTime() - clock.now()), () => listener.end('token_expired'))
  }

  /** Access first: what changed is told to those who may know it now. @returns when somebody is told more, ms */
  async #hear({ orgIds, principals, isSetBack }: Concerned): Promise<number | null> {
    // Also an end of somebody's access may be among what was not seen.
    if (isSetBack) this.#endAll('unavailable')
    for (const orgId of orgIds) this.#orgs.get(orgId)?.fallBehind()
    for (const principal of principals) this.#doubt(principal)
    const slice = new TimeSlice(this.#platform.clock)
    await this.#each([...this.#doubted], (listener) => this.#confirm(listener))
    await this.#each(
      this.#behind.filter(({ restMs }) => restMs === 0),
      (org) => org.advance(slice),
    )
    const rests = this.#behind.map(({ restMs }) => restMs)
    return rests.length === 0 ? null : Math.min(...rests)
  }

  get #behind(): OrgFeed[] {
    return [...this.#orgs.values()].filter(({ isBehind }) => isBehind)
  }

  #doubt({ org_id: orgId, principal_id: id }: PrincipalId): void {
    for (const listener of this.#orgs.get(orgId)?.listeners ?? []) {
      if (listener.principalId !== id) continue
      listener.doubt()
      this.#doubted.add(listener)
    }
  }

  /** Asks whether it may still listen, and to what. @returns false if not */
  async #confirm(listener: NoticeListener): Promise<boolean> {
    const { credential, from } = listener.access
    this.#doubted.delete(listener)
    const doubts = listener.doubts
    try {
      const caller = await findStanding(this.#platform, credential, from)
      if (!caller) listener.end('signed_out')
      // Doubted again meanwhile: it is asked once more.
      else if (listener.doubts === doubts) listener.confirm(caller)
      return caller !== null
    } catch (error) {
      listener.doubt()
      this.#doubted.add(listener)
      throw error
    }
  }

  /** @throws the first failure, after all were tried */
  async #each<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
    const done = await Promise.allSettled(
      all.map((one) => this.#statements.run(() => work(one), this.#over.signal)),
    )
    for (const one of done) if (one.status === 'rejected') throw one.reason
  }

  #look(): void {
    if (this.#watch.silentMs > silentMs) this.#endAll('unavailable')
    this.#looks += 1
    if (this.#looks % looksPerBeat === 0) void this.#beat()
    this.#cancelLook = this.#platform.clock.after(lookEveryMs, () => this.#look())
  }

  /** Of thousands who listen this takes long: others have their turn meanwhile. */
  async #beat(): Promise<void> {
    const slice = new TimeSlice(this.#platform.clock)
    for (const org of this.#orgs.values()) await org.beat(slice)
  }

  #endAll(reason: NoticesEnd['reason']): void {
    for (const { listeners } of this.#orgs.values()) for (const listener of listeners) listener.end(reason)
  }
}
