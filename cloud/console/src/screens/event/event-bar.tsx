import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import type { Event } from '../../api/events.js'
import { useZoneOf } from '../../api/sites.js'
import { Button, buttonClass, IconButton } from '../../controls/button.js'
import { Icon } from '../../icons/icon.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useEventText } from '../../text/use-event-text.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'

interface EventBarProps {
  readonly event: Event
  readonly download: RefObject<HTMLAnchorElement | null>
  /** Goes to another event, if there is one. */
  readonly onGo: (id: string | null) => void
  readonly onStar: () => void
  readonly onShare: () => void
}

/** The bar over an event: back, where and when, its neighbours, and what can be taken from it. */
export function EventBar({ event, download, onGo, onStar, onShare }: EventBarProps) {
  const text = useEventText()
  const { events: list } = useText()
  const may = mayAs(useUser().role, 'operator')
  const zone = useZoneOf()(event.camera_id)
  return (
    <header className="flex h-bar flex-none items-center gap-3 border-b border-line px-5 max-wide:gap-1 max-wide:px-2">
      <Link to="/events" aria-label={text.back} className={buttonClass({ look: 'bare' })}>
        <Icon name="back" size={16} />
        <span className="max-wide:hidden">{text.back}</span>
      </Link>
      <span className="flex min-w-0 flex-1 items-baseline gap-3 text-ink-3 max-wide:flex-col max-wide:gap-0">
        <Link
          to="/cameras/$id/{-$tab}"
          params={{ id: event.camera_id }}
          search={{ at: new Date(event.triggered_at).toISOString() }}
          title={text.atCamera}
          className="max-w-full min-w-0 truncate rounded-1 text-ink-2 underline-offset-2 hover:underline max-wide:text-md max-wide:font-strong max-wide:text-ink"
        >
          {event.camera_name}
        </Link>
        <Moment at={event.triggered_at} zone={zone} className="flex-none max-wide:text-xs" />
      </span>
      <Button
        icon="back"
        disabled={event.prev_event_id === null}
        onClick={() => onGo(event.prev_event_id)}
        className="max-desk:hidden"
      >
        {text.before}
      </Button>
      <Button
        disabled={event.next_event_id === null}
        onClick={() => onGo(event.next_event_id)}
        className="max-desk:hidden"
      >
        {text.after}
        <Icon name="next" size={16} />
      </Button>
      {may && (
        <IconButton
          look="plain"
          icon="star"
          label={event.starred ? list.unstar : list.star}
          aria-pressed={event.starred}
          className={`max-wide:size-[44px] ${event.starred ? 'text-warn' : ''}`}
          onClick={onStar}
        />
      )}
      {may && (
        <Button icon="share" aria-haspopup="dialog" onClick={onShare} className="max-wide:h-[44px]">
          <span className="max-wide:sr-only">{text.shareIt}</span>
        </Button>
      )}
      {event.clip_url !== null && (
        <a
          ref={download}
          href={event.clip_url}
          download
          title={event.clip_sha256 === null ? undefined : `SHA-256 ${event.clip_sha256}`}
          className={`${buttonClass({})} max-wide:h-[44px]`}
        >
          <Icon name="download" size={16} />
          <span className="max-wide:sr-only">{text.download}</span>
        </a>
      )}
    </header>
  )
}
