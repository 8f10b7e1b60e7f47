import { Link } from '@tanstack/react-router'
import type { EventItem } from '../../api/events.js'
import { eventTitle } from '../../events/event-title.js'
import { kindOf } from '../../events/kind.js'
import { KindMark } from '../../events/kind-mark.js'
import { Snapshot } from '../../events/snapshot.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { durationOf } from '../../time/format.js'
import { Moment } from '../../time/moment.js'

interface EventRowProps {
  readonly event: EventItem
  readonly zone: string
  readonly isChosen: boolean
  /** An alert of it waits for somebody. */
  readonly isAlert: boolean
  /** Chooses it, where there is room for a preview; else it opens. */
  readonly onChoose: (() => void) | null
}

const mostTags = 4

/** An event in a list: its picture, what it is called, where and when. */
export function EventRow({ event, zone, isChosen, isAlert, onChoose }: EventRowProps) {
  const { alerts, events: text } = useText()
  const language = useLanguage()
  const {
    id,
    snapshot_url: picture,
    duration_sec: seconds,
    camera_name: camera,
    tags,
    starred,
    ai_status: status,
  } = event
  return (
    <Link
      to="/events/$id"
      params={{ id }}
      aria-current={isChosen}
      data-row={id}
      onClick={(click) => {
        if (!onChoose || click.metaKey || click.ctrlKey || click.shiftKey) return
        click.preventDefault()
        onChoose()
      }}
      className="flex gap-[14px] rounded-3 border border-transparent p-[5px] hover:bg-surface-2 aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft"
    >
      <span className="on-picture relative block h-[72px] w-[128px] flex-none overflow-hidden rounded-1 bg-stage max-wide:h-[63px] max-wide:w-[112px]">
        <Snapshot src={picture} kind={kindOf(event)} />
        {seconds !== null && (
          <span className="absolute right-1 bottom-1 rounded-1 bg-scrim px-[5px] py-px text-2xs text-on-picture">
            {durationOf(seconds, language)}
          </span>
        )}
      </span>
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-[5px]">
        <span className="line-clamp-2 text-md font-strong">{eventTitle(text, event)}</span>
        <span className="flex items-center gap-[7px] text-xs text-ink-3">
          <KindMark kind={kindOf(event)} />
          <span className="truncate">
            <span className="text-ink-2">{camera}</span>
            {tags.slice(0, mostTags).map((tag) => (
              <span key={tag}> · {tag}</span>
            ))}
          </span>
        </span>
        <Moment at={event.triggered_at} zone={zone} className="text-xs text-ink-3 wide:hidden" />
      </span>
      <span className="flex flex-none items-center gap-3">
        {isAlert && (
          <span className="inline-flex items-center gap-1 rounded-1 bg-alarm-soft px-[7px] py-[2px] text-xs font-strong text-alarm max-wide:px-1">
            <Icon name="alerts" size={12} />
            <span className="max-wide:sr-only">{alerts.newAlert}</span>
          </span>
        )}
        {status !== 'completed' && (
          <span className="rounded-1 bg-surface-3 px-[7px] py-[2px] text-xs font-strong text-ink-2 max-wide:hidden">
            {text.analysis[status]}
          </span>
        )}
        {starred && (
          <span role="img" aria-label={text.starred} className="text-warn">
            <Icon name="star" size={16} />
          </span>
        )}
        <Moment at={event.triggered_at} zone={zone} className="pr-2 text-ink-2 max-wide:hidden" />
      </span>
    </Link>
  )
}
