import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useChangeEvent } from '../../api/change-event.js'
import { useEvent } from '../../api/events.js'
import { isNotFound } from '../../api/queries.js'
import { useZoneOf } from '../../api/sites.js'
import { Button, buttonClass, IconButton } from '../../controls/button.js'
import { EventClip } from '../../events/event-clip.js'
import { eventTitle } from '../../events/event-title.js'
import { SeverityBadge } from '../../events/severity-badge.js'
import { Centred } from '../../frame/page-states.js'
import { Icon } from '../../icons/icon.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useEventText } from '../../text/use-event-text.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'
import { useRested } from './use-rested.js'

const parts = () => import('./preview-parts.js')
const Alike = lazy(async () => ({ default: (await parts()).Alike }))
const TakeIt = lazy(async () => ({ default: (await parts()).TakeIt }))
const Told = lazy(async () => ({ default: (await parts()).Told }))

/** The chosen event beside its list: the clip, and what was said of it. */
export function EventPreview({ id }: { id: string }) {
  const words = useEventText()
  const { events: text, frame } = useText()
  const { data: event, isError, error, refetch } = useEvent(id)
  const zoneOf = useZoneOf()
  const change = useChangeEvent(id)
  const may = mayAs(useUser().role, 'operator')
  const hasRested = useRested()
  return (
    <aside className="flex w-[420px] flex-none flex-col overflow-y-auto pr-5 pb-4 desk:w-[480px]">
      {isError && (isNotFound(error) || !event) && (
        <Centred sentence={isNotFound(error) ? words.gone : words.failed}>
          {!isNotFound(error) && <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>}
        </Centred>
      )}
      {event && !isNotFound(error) && (
        <article className="overflow-hidden rounded-3 border border-line bg-surface">
          <EventClip event={event} className="aspect-video" />
          <div className="flex flex-col gap-3 p-4">
            <div className="flex items-center gap-2">
              {event.ai_severity && <SeverityBadge severity={event.ai_severity} />}
              <Moment
                at={event.triggered_at}
                zone={zoneOf(event.camera_id)}
                className="ml-auto text-xs text-ink-3"
              />
            </div>
            <h2 className="text-lg font-title">{eventTitle(text, event)}</h2>
            {event.narrative !== null && <p className="text-md text-ink-2">{event.narrative}</p>}
            <Suspense>{hasRested && <Told id={id} />}</Suspense>
            <div className="flex gap-2">
              <Suspense>{hasRested && may && <TakeIt id={id} />}</Suspense>
              <Link to="/events/$id" params={{ id }} className={buttonClass({})}>
                {text.open}
              </Link>
              {event.clip_url !== null && (
                <a
                  href={event.clip_url}
                  download
                  title={words.download}
                  aria-label={words.download}
                  data-download=""
                  className={buttonClass({ bare: true })}
                >
                  <Icon name="download" size={18} />
                </a>
              )}
              {may && (
                <IconButton
                  look="plain"
                  icon="star"
                  label={event.starred ? text.unstar : text.star}
                  aria-pressed={event.starred}
                  className={event.starred ? 'text-warn' : ''}
                  onClick={() => change.mutate({ starred: !event.starred })}
                />
              )}
            </div>
            <Suspense>{hasRested && <Alike id={id} />}</Suspense>
          </div>
        </article>
      )}
    </aside>
  )
}
