import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Notification, useMarkRead } from '../../api/inbox.js'
import { IconButton } from '../../controls/button.js'
import { Icon } from '../../icons/icon.js'
import { useInboxText } from '../../text/use-inbox-text.js'
import { Moment } from '../../time/moment.js'
import { ToldAlerts } from './told-alerts.js'

interface NotificationRowProps {
  readonly entry: Notification
  readonly onLeave: (() => void) | undefined
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A notification: what it is about, and whether it was read. One about several alerts opens to them. */
export function NotificationRow({ entry, onLeave }: NotificationRowProps) {
  const text = useInboxText()
  const [isOpen, setOpen] = useState(false)
  const mark = useMarkRead()
  const { id, title, body, alert_id: alertId, alert_count: count, group_id: group, read } = entry
  const isDigest = count > 1 && group !== null
  const markRead = () => {
    if (!read) mark.mutate(id)
  }
  const words = (
    <>
      <span className={`flex items-center gap-2 text-md ${read ? 'text-ink-2' : 'font-strong'}`}>
        <span className="min-w-0 truncate">{title}</span>
        {count > 1 && (
          <span className="flex-none rounded-1 bg-surface-3 px-[7px] text-xs font-strong text-ink-2">
            {text.alerts(count)}
          </span>
        )}
      </span>
      <span className="line-clamp-2 whitespace-pre-line text-ink-2">{body}</span>
    </>
  )
  const wordsClass = 'flex min-w-0 flex-1 flex-col gap-[2px] rounded-2 text-left'
  return (
    <div className="rounded-3 px-3 py-2 hover:bg-surface-2">
      <div className="flex items-start gap-3">
        <span
          role="img"
          aria-label={read ? text.isRead : text.isUnread}
          className={`mt-[7px] size-2 flex-none rounded-full ${read ? 'bg-transparent' : 'bg-accent'}`}
        />
        {isDigest && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen)
              markRead()
            }}
            className={wordsClass}
          >
            {words}
          </button>
        )}
        {!isDigest && alertId !== null && (
          <Link
            to="/alerts/$id"
            params={{ id: alertId }}
            onClick={() => {
              markRead()
              onLeave?.()
            }}
            className={wordsClass}
          >
            {words}
          </Link>
        )}
        {!isDigest && alertId === null && <div className={wordsClass}>{words}</div>}
        <span className="flex flex-none items-center gap-1">
          <Moment at={entry.updated_at ?? entry.created_at} zone={ownZone} className="text-xs text-ink-3" />
          {!read && <IconButton small icon="check" label={text.markRead} onClick={markRead} />}
          {isDigest && (
            <span className={`text-ink-3 transition-transform ${isOpen ? 'rotate-180' : ''}`}>
              <Icon name="down" size={16} />
            </span>
          )}
        </span>
      </div>
      {entry.held_back_channels.length > 0 && (
        <p className="flex items-center gap-[6px] pt-1 pl-5 text-xs text-ink-3">
          <Icon name="quiet" size={13} />
          {text.heldBack(entry.held_back_channels)}
        </p>
      )}
      {isOpen && group !== null && <ToldAlerts group={group} onLeave={onLeave} />}
    </div>
  )
}
