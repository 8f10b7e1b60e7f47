import { recordAudit } from '../../../../identity/audit/audit.service.js'
import type { Platform } from '../../../../platform/platform.js'
import type { Entitlement } from '../entitlement.js'
import type { WatchedCamera } from '../viewer.js'
import { closeWatching, openWatching, touchWatchings, type WatchingHere } from './live-watching.repository.js'

/** What the audit calls it. */
export const watchActions = { began: 'camera.watch_began', ended: 'camera.watch_ended' } as const

/** How often it is said that somebody still watches, milliseconds. */
const touchEveryMs = 30_000

type Deps = Pick<Platform, 'database' | 'clock' | 'nodeId' | 'log'>

/**
 * Which cameras a viewer watches, for the audit and the thumbnails. The begin is audited at once, the end a minute after the last
 * subscription has ended (`end-watchings.ts`), so that a page that connects again, or is moved to another node, is one watching.
 */
export class Watchings {
  readonly #deps: Deps
  readonly #entitlement: Entitlement
  /** Subscriptions by camera. */
  readonly #open = new Map<string, number>()
  #touchedMs: number
  /** One change after the other: an end that overtook its begin would leave it open. */
  #line: Promise<unknown> = Promise.resolve()

  constructor(deps: Deps, entitlement: Entitlement) {
    this.#deps = deps
    this.#entitlement = entitlement
    this.#touchedMs = deps.clock.monotonic()
  }

  began({ id }: WatchedCamera): Promise<void> {
    this.#open.set(id, (this.#open.get(id) ?? 0) + 1)
    return this.#inLine(() => this.#begin(id))
  }

  ended({ id }: WatchedCamera, watchedMs: number): Promise<void> {
    const left = (this.#open.get(id) ?? 1) - 1
    if (left > 0) this.#open.set(id, left)
    else this.#open.delete(id)
    return this.#inLine(() => this.#end(id, watchedMs))
  }

  /** The viewer still watches. Says so now and then; a failure is made good by the next time. */
  async goesOn(): Promise<void> {
    const now = this.#deps.clock.monotonic()
    if (this.#open.size === 0 || now - this.#touchedMs < touchEveryMs) return
    this.#touchedMs = now
    try {
      await this.#inLine(() => this.#touch())
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'live.watching_not_kept')
    }
  }

  async #begin(cameraId: string): Promise<void> {
    const watching = this.#here(cameraId)
    await this.#deps.database.inOrg(watching.orgId, async (tx) => {
      if (!(await openWatching(tx, watching))) return
      const target = { kind: 'camera', id: cameraId }
      await recordAudit(tx, watching, watchActions.began, { target, data: watching.data })
    })
  }

  async #end(cameraId: string, watchedMs: number): Promise<void> {
    const watching = this.#here(cameraId)
    await this.#deps.database.inOrg(watching.orgId, async (tx) => {
      if (await closeWatching(tx, watching, watchedMs)) return
      // Its begin could not be noted, or it was taken for lost and its end told without what came since.
      await recordAudit(tx, watching, watchActions.ended, {
        target: { kind: 'camera', id: cameraId },
        data: { ...watching.data, watched_sec: Math.round(watchedMs / 1000) },
      })
    })
  }

  async #touch(): Promise<void> {
    const { orgId, principal } = this.#entitlement
    const { database, nodeId } = this.#deps
    const open = [...this.#open.keys()]
    const unknown = await touchWatchings(database.forOrg(orgId), { orgId, principal, nodeId }, open)
    for (const cameraId of unknown) await this.#begin(cameraId)
  }

  #here(cameraId: string): WatchingHere {
    const { orgId, principal, actor, data } = this.#entitlement
    return { orgId, principal, cameraId, nodeId: this.#deps.nodeId, actor, data }
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#line.then(work)
    this.#line = next.catch(() => {})
    return next
  }
}
