import { Link } from '@tanstack/react-router'
import type { FoundEvent } from '../../api/ask.js'
import { useEvent } from '../../api/events.js'
import { useZoneOf } from '../../api/sites.js'
import { eventTitle } from '../../events/event-title.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'

interface EventCardsProps {
  readonly title: string
  readonly events: readonly FoundEvent[]
  /** Shown when somebody asks for them. */
  readonly folded?: boolean
}

/** Events as cards, the best first. */
export function EventCards({ title, events, folded }: EventCardsProps) {
  const list = (
    <ul aria-label={title} className="grid gap-2 wide:grid-cols-2">
      {events.map((event) => (
        <li key={event.event_id}>
          <EventCard found={event} />
        </li>
      ))}
    </ul>
  )
  if (folded)
    return (
      <details>
        <summary className="min-h-(--target) cursor-pointer py-1 text-xs font-strong text-ink-3">
          {title} ({events.length})
        </summary>
        {list}
      </details>
    )
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs font-strong text-ink-3">{title}</h3>
      {list}
    </section>
  )
}

function EventCard({ found }: { found: FoundEvent }) {
  const text = useText().events
  const event = useEvent(found.event_id).data
  const zone = useZoneOf()(event?.camera_id ?? '')
  const title = event ? eventTitle(text, event) : (found.summary ?? found.camera_name)
  return (
    <Link
      to="/events/$id"
      params={{ id: found.event_id }}
      className="flex gap-3 rounded-3 border border-line bg-surface p-2 hover:bg-surface-2"
    >
      <span className="on-picture grid h-[63px] w-[112px] flex-none place-items-center overflow-hidden rounded-1 bg-stage">
        {event?.snapshot_url && (
          <img src={event.snapshot_url} alt="" loading="lazy" className="size-full object-contain" />
        )}
      </span>
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-1">
        <span className="line-clamp-2 font-strong">{title}</span>
        <span className="truncate text-xs text-ink-3">
          {found.camera_name} · <Moment at={found.triggered_at} zone={zone} />
        </span>
      </span>
    </Link>
  )
}
