import {
  isAtLeast,
  type Notice,
  type NoticesEnd,
  type NoticesReady,
  type NoticesResync,
  type Role,
} from '@sightline/protocol'
import type { ChangeRow } from '../../identity/changes/changes.service.js'

/** What goes over a stream, by the name of its event. */
interface NoticeEvents {
  readonly change: Notice
  readonly ready: NoticesReady
  readonly reset: NoticesResync
  readonly resync: NoticesResync
  readonly end: NoticesEnd
}

/**
 * One event as `text/event-stream` writes it (WHATWG HTML, 9.2).
 * @param id from where a listener goes on that has heard this
 */
export function eventText<Name extends keyof NoticeEvents>(
  name: Name,
  data: NoticeEvents[Name],
  id?: string,
): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/**
 * Says that something may have been missed, so that all is to be read again: by both names that this event has, of which a client
 * knows one or acts on one.
 */
export const resetText = (reason: NoticesResync['reason'], id?: string): string =>
  eventText('reset', { reason }) + eventText('resync', { reason }, id)

/** Keeps the connection open, and moves on where a listener goes on, to which nothing was told. */
export const beatText = (id: string): string => `: beat\nid: ${id}\n\n`

/** Says after how long to connect again. @param ms so that not all come at once */
export const retryText = (ms: number): string => `retry: ${ms}\n\n`

export const noticeOf = ({ kind, change, id, site_id, camera_id }: ChangeRow): Notice => ({
  kind,
  change,
  id,
  site_id,
  camera_id,
})

/** To whom something is told. */
export interface NoticeScope {
  readonly siteIds: readonly string[] | null
  readonly role: Role
  /** Null: a key. */
  readonly userId: string | null
}

/** Who may be told of a change. */
type Told = Pick<ChangeRow, 'site_id' | 'moved_to' | 'at_least' | 'user_id'>

/** True if the change is told in a scope: what moved between two sites of it is told once, where it is now. */
export function isTold(change: Told, { siteIds, role, userId }: NoticeScope): boolean {
  const { site_id: siteId, moved_to: movedTo, at_least: least, user_id: of } = change
  if (least !== null && !isAtLeast(role, least)) return false
  if (of !== null && of !== userId) return false
  if (siteId === null) return true
  if (siteIds === null) return movedTo === null
  return siteIds.includes(siteId) && (movedTo === null || !siteIds.includes(movedTo))
}

/** Each thing once, as it stood last: `created` stays so through what followed. */
export function onceEach(notices: readonly Notice[]): Notice[] {
  const byThing = new Map<string, Notice>()
  for (const notice of notices) {
    const key = `${notice.kind} ${notice.id}`
    const before = byThing.get(key)
    byThing.delete(key)
    const change = before?.change === 'created' && notice.change === 'updated' ? 'created' : notice.change
    byThing.set(key, { ...notice, change })
  }
  return [...byThing.values()]
}
