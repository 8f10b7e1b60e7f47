import { readAccessChange } from '../../../identity/auth/access-changed.service.js'
import type { NotifyMessage } from '../../../platform/database/notify.js'
import type { Platform } from '../../../platform/platform.js'
import { readNotice } from '../../channel/node-notice.service.js'

/**
 * Calls `onNotice` when somebody of an organisation may have lost what they watch: a session, a key, a role or sites changed, a
 * camera went, was switched off or moved, a live token was revoked. Of this node's own changes as soon as they are committed, of
 * other nodes' when NOTIFY comes, mostly twice: whoever hears asks `Viewer.verify`. Polling finds what a lost notice would have said.
 * @param onNotice with null where it may be any organisation: notices were missed, or one cannot be read
 * @returns ends it
 */
export function watchRevocations(
  { database, listener }: Pick<Platform, 'database' | 'listener'>,
  onNotice: (orgId: string | null) => void,
): () => void {
  const hear = (message: NotifyMessage) => {
    const orgId = concernedBy(message)
    if (orgId !== undefined) onNotice(orgId)
  }
  const ends = [
    listener.on('revoked', (payload) => hear({ channel: 'revoked', payload })),
    listener.on('gateway', (payload) => hear({ channel: 'gateway', payload })),
    database.onNotify(hear),
    // Notices of the time without a connection are lost.
    listener.onConnection((connected) => connected && onNotice(null)),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Whom a notice concerns: an organisation, any (null), or nobody who watches (undefined). */
function concernedBy({ channel, payload }: NotifyMessage): string | null | undefined {
  switch (channel) {
    case 'revoked':
      return readAccessChange(payload)?.orgId ?? null
    case 'gateway': {
      const notice = readNotice(payload)
      return notice?.kind === 'live_access' ? notice.orgId : undefined
    }
    case 'work':
    case 'node':
    case 'changes':
      return undefined
  }
}
