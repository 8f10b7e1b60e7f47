import { textAt } from '../session/session-user.js'

/** What the service says of a change (docs/notices.md). Kinds that this console does not know are left out. */
export type Notice =
  | { readonly type: 'change'; readonly kind: NoticeKind; readonly id: string }
  /** What is shown may be old: it is read again. */
  | { readonly type: 'everything' }

const noticeKinds = [
  'event',
  'clip',
  'analysis',
  'alert',
  'camera',
  'gateway',
  'delivery',
  'pairing',
  'inbox',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Reads an event of the stream. @returns null for one that says nothing to the pages */
export function readNotice(event: string | null, data: string | null): Notice | null {
  const body = parsed(data)
  switch (event) {
    case 'change': {
      const kind = noticeKinds.find((one) => one === textAt(body, 'kind'))
      const id = textAt(body, 'id')
      return kind && id !== null ? { type: 'change', kind, id } : null
    }
    case 'ready':
      return typeof body === 'object' && body !== null && Reflect.get(body, 'resumed') === false
        ? { type: 'everything' }
        : null
    case 'resync':
      return { type: 'everything' }
    default:
      return null
  }
}

function parsed(data: string | null): unknown {
  try {
    return JSON.parse(data ?? 'null')
  } catch {
    return null
  }
}

/** Which questions a notice makes old, by the beginning of their keys; null: all. */
export function questionsOf(notice: Notice): readonly (readonly string[])[] | null {
  if (notice.type === 'everything') return null
  const { kind, id } = notice
  switch (kind) {
    case 'event':
    case 'clip':
    case 'analysis':
      return [['events'], ['event', id], ['why', id], ['timeline']]
    case 'alert':
      // The notice does not say of which event; whoever it concerns has a notification with it.
      return [['alerts'], ['alert', id], ['why'], ['timeline'], ['inbox']]
    case 'camera':
      return [['cameras'], ['camera', id], ['health']]
    case 'gateway':
      return [['gateways'], ['gateway', id], ['cameras'], ['camera'], ['health']]
    case 'delivery':
      return [['webhooks']]
    case 'pairing':
      return [['gateways'], ['gateway', id]]
    case 'inbox':
      return [['inbox']]
  }
}
