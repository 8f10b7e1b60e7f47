import type { SightlinePlayer } from '@sightline/player'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useChangeEvent } from '../../api/change-event.js'
import { type Event, useEvent } from '../../api/events.js'
import { useGiveFeedback } from '../../api/feedback.js'
import { isNotFound } from '../../api/queries.js'
import { Button } from '../../controls/button.js'
import { EventNote } from '../../events/event-note.js'
import { EventStage } from '../../events/event-stage.js'
import { eventTitle } from '../../events/event-title.js'
import { useAlertsOfEvent } from '../../events/use-alerts-of-event.js'
import { useKeys } from '../../frame/keys.js'
import { Centred, Loading, Nothing } from '../../frame/page-states.js'
import { Part } from '../../frame/part.js'
import { useMedia } from '../../frame/use-media.js'
import { useTitle } from '../../frame/use-title.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useEventText } from '../../text/use-event-text.js'
import { useText } from '../../text/use-text.js'
import { EventBar } from './event-bar.js'
import { EventDeeds } from './event-deeds.js'
import { EventEvidence } from './event-evidence.js'
import { EventFeedback } from './event-feedback.js'
import { EventWords } from './event-words.js'

const ShareDialog = lazy(async () => ({
  default: (await import('../../events/share/share-dialog.js')).ShareDialog,
}))

const EventWhy = lazy(async () => ({ default: (await import('./event-why.js')).EventWhy }))

const route = getRouteApi('/events/$id')

/** One event: its clip, what the model looked at, what was said of it, why it was told, and what can be done. */
export function EventPage() {
  const text = useEventText()
  const { events: list, frame } = useText()
  const { id } = route.useParams()
  const { data: event, isPending, isError, error, refetch } = useEvent(id)
  useTitle(event ? eventTitle(list, event) : text.title)
  if (isPending) return <Loading />
  if (isError && isNotFound(error)) return <Nothing />
  if (!event)
    return (
      <Centred sentence={text.failed}>
        <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
      </Centred>
    )
  // What is open on the page of one event is not open on the next.
  return <OneEvent key={event.id} event={event} />
}

/** Keys of the player that do the same wherever the focus is on the page. */
const playerKeys = [' ', 'ArrowLeft', 'ArrowRight', ',', '.', '-', '+', 'm', 'p', 'f'] as const

function OneEvent({ event }: { event: Event }) {
  const text = useEventText()
  const { keys } = useText()
  const { t } = route.useSearch()
  const navigate = route.useNavigate()
  const may = mayAs(useUser().role, 'operator')
  const change = useChangeEvent(event.id)
  const give = useGiveFeedback(event.id)
  const alerts = useAlertsOfEvent(event.id)
  const player = useRef<SightlinePlayer | null>(null)
  const download = useRef<HTMLAnchorElement>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  // On phones what was said comes before what was looked at.
  const hasRoom = useMedia('(min-width: 60rem)')
  const [isSharing, setSharing] = useState(false)

  const goTo = (other: string | null) => other && void navigate({ params: { id: other }, search: {} })
  const goToSecond = (second: number) => {
    if (player.current) player.current.currentTime = second
  }
  // An event that no rule told of is taken by itself.
  const isFree = alerts.total === 0 && !event.acknowledged
  const take = (): void => (isFree ? change.mutate({ acknowledged: true }) : alerts.take())
  const star = () => may && change.mutate({ starred: !event.starred })
  useKeys({
    // The list is newest first: the one below is the one before.
    j: { does: keys.next, act: () => goTo(event.prev_event_id) },
    k: { does: keys.before, act: () => goTo(event.next_event_id) },
    'Shift+ArrowLeft': { does: keys.next, act: () => goTo(event.prev_event_id) },
    'Shift+ArrowRight': { does: keys.before, act: () => goTo(event.next_event_id) },
    u: { does: keys.useful, act: () => give.mutate('useful') },
    n: { does: keys.noBigDeal, act: () => give.mutate('no_big_deal') },
    w: { does: keys.wrong, act: () => give.mutate('wrong') },
    d: { does: keys.download, act: () => download.current?.click() },
    Escape: { does: keys.back, act: () => void navigate({ to: '/events' }) },
    ...(may && {
      x: { does: keys.star, act: star },
      a: { does: keys.take, act: take },
      e: { does: keys.resolve, act: () => alerts.resolve() },
      s: { does: keys.share, act: () => setSharing(true) },
      t: { does: keys.note, act: () => note.current?.focus() },
    }),
    ...Object.fromEntries(
      playerKeys.map((key) => [key, { does: keys.player[key], act: () => player.current?.press(key) }]),
    ),
  })

  const evidence = (
    <EventEvidence
      event={event}
      shown={t}
      onSecond={(second) => {
        goToSecond(second)
        void navigate({ search: { t: second }, replace: true })
      }}
    />
  )

  return (
    <>
      <EventBar
        event={event}
        download={download}
        onGo={goTo}
        onStar={star}
        onShare={() => setSharing(true)}
      />
      <div className="flex min-h-0 flex-1 max-wide:flex-col max-wide:overflow-y-auto">
        <div className="flex min-w-0 flex-col gap-3 wide:flex-1 wide:overflow-y-auto wide:p-3 max-wide:contents">
          <EventStage
            event={event}
            start={t}
            onPlayer={(made) => {
              player.current = made
            }}
            className="aspect-video max-h-[calc(100dvh-272px)] w-full wide:rounded-3 max-wide:sticky max-wide:top-0 max-wide:z-10"
          />
          {hasRoom && evidence}
        </div>
        <aside className="flex flex-none flex-col wide:w-panel wide:overflow-y-auto">
          <div className="flex flex-1 flex-col gap-5 p-4 wide:pl-2">
            {(change.isError || alerts.isError) && (
              <p role="alert" className="text-alarm">
                {text.changeFailed}
              </p>
            )}
            <EventWords event={event} untaken={alerts.untaken} />
            <Part>
              <EventWhy event={event} />
            </Part>
            <EventFeedback event={event} />
            {!hasRoom && evidence}
            <EventNote event={event} field={note} />
          </div>
          {may && (
            <EventDeeds
              {...{ event, alerts }}
              onTake={isFree || alerts.untaken > 0 ? take : null}
              onMakeNew={() => change.mutate({ acknowledged: false })}
              onNote={() => note.current?.focus()}
            />
          )}
        </aside>
      </div>
      <Suspense>{isSharing && <ShareDialog event={event} onClose={() => setSharing(false)} />}</Suspense>
    </>
  )
}
