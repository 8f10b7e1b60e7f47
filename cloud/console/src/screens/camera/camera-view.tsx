import type { SightlinePlayer } from '@sightline/player'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import { useLanguage } from '../../text/use-text.js'
import { dayName } from '../../time/format.js'
import { serviceNow } from '../../time/service-clock.js'
import { useNow } from '../../time/use-now.js'
import { dayOf } from '../../time/zone.js'
import { within } from '../../timeline/lanes.js'
import { isWithin, type Span, spanBeside } from '../../timeline/span.js'
import { CameraAside } from './camera-aside.js'
import { CameraHeader } from './camera-header.js'
import type { CameraTab } from './camera-search.js'
import { Stage } from './stage.js'
import { TimelinePanel } from './timeline-panel.js'
import { Transport } from './transport.js'
import { useCameraKeys } from './use-camera-keys.js'
import type { KnownCamera } from './use-known-camera.js'
import { usePlayback } from './use-playback.js'
import { type Shown, useShown } from './use-shown.js'
import { daysWith, useTimeline } from './use-timeline.js'

/** The picture does not wait for the list beside it. */
const DayEvents = lazy(async () => ({ default: (await import('./day-events.js')).DayEvents }))

const route = getRouteApi('/cameras/$id/{-$tab}')

/** The strip and what is recorded now grow so often, ms. */
const tickMs = 10_000

/** The page of a camera that is known: the picture, what happened beside it, and the strip of time below. */
export function CameraView({ camera, tab }: { camera: KnownCamera; tab: CameraTab }) {
  const language = useLanguage()
  const { at: asked, span = '4h' } = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow(tickMs)
  const nowMs = now.getTime()
  const { id, name, zone } = camera
  const hasLive = camera.detail !== null
  const at = asked === undefined ? null : Date.parse(asked)
  const player = useRef<SightlinePlayer | null>(null)

  const shown = useShown(zone, span, { firstAt: at, nowMs })
  const days = daysWith(
    [shown.stretch.from, shown.stretch.to - 1, shown.bounds.from, ...(at === null ? [] : [at])],
    zone,
    nowMs,
  )
  const timeline = useTimeline(id, days, { zone, nowMs })
  const happenings = timeline.happenings ?? nothingYet
  const write = useCallback(
    (to: number | null) =>
      void navigate({
        search: ({ at: _before, ...rest }) =>
          to === null ? rest : { ...rest, at: new Date(to).toISOString() },
        replace: true,
      }),
    [navigate],
  )
  const playback = usePlayback({ at, happenings: timeline.happenings, player, write })
  const position = () => playback.position() ?? serviceNow()
  const goTo = (to: number) => {
    const whole = Math.round(to)
    shown.bring(whole)
    if (whole >= nowMs && hasLive) playback.goLive()
    else playback.goTo(Math.min(whole, nowMs))
  }
  const goLive = () => {
    shown.follow()
    playback.goLive()
  }
  const setSpan = (next: Span, pivot: number | null) => {
    const { from, to } = shown.stretch
    const here = position()
    // Live goes on at the right.
    if (at !== null || pivot !== null)
      shown.pivot(pivot ?? (isWithin(here, shown.stretch) ? here : (from + to) / 2))
    void navigate({ search: (before) => ({ ...before, span: next }), replace: true })
  }
  const chosen =
    playback.arrival && playback.arrival.kind !== 'nothing' ? playback.arrival.happening.id : null
  const dayWords = dayName(new Date(shown.bounds.from), now, { language, zone })
  const isToday = dayOf(nowMs, zone) === shown.day
  useFollowing(playback.position, shown)
  useCameraKeys({ player, happenings, position, goTo, goLive: hasLive ? goLive : null, span, setSpan })

  return (
    <>
      <CameraHeader camera={camera} />
      <div className="flex min-h-0 flex-1 flex-col max-wide:overflow-y-auto">
        {/* On phones the strip comes before the list. */}
        <div className="flex min-h-0 flex-1 max-wide:contents">
          <div className="flex min-h-0 min-w-0 flex-1 flex-col max-wide:flex-none">
            <Stage
              cameraId={id}
              {...{ name, zone, playback, player, hasLive }}
              isLooking={at !== null && playback.arrival === null && timeline.error === null}
              onNextDay={isToday ? null : () => shown.stepDay(1)}
            />
            <Transport
              player={player}
              isRecorded={at !== null}
              onStep={(ms) => goTo(position() + ms)}
              onLive={hasLive ? goLive : null}
              {...{ happenings, position, goTo }}
            />
          </div>
          <CameraAside camera={camera} tab={tab} timeline={timeline}>
            <Suspense>
              <DayEvents
                happenings={within(happenings, shown.bounds)}
                day={dayWords}
                {...{ zone, chosen, isToday }}
                isTruncated={timeline.isTruncated}
                onGoTo={goTo}
              />
            </Suspense>
          </CameraAside>
        </div>
        <TimelinePanel
          {...{ shown, span, zone, happenings, nowMs, chosen, position }}
          offline={timeline.offline}
          onGoTo={goTo}
          onGlance={playback.glance}
          onSpan={setSpan}
          onZoom={(closer, pivot) => setSpan(spanBeside(span, closer), pivot)}
        />
      </div>
    </>
  )
}

const nothingYet: readonly never[] = []

const followMs = 1000
/** A clip that plays eight times as fast has gone so far beyond the end of the strip, ms. */
const justBeyondMs = 16_000

/** The strip goes on with what is played, once it leaves the strip. */
function useFollowing(position: () => number | null, shown: Shown): void {
  const newest = useRef({ position, shown })
  useEffect(() => {
    newest.current = { position, shown }
  })
  useEffect(() => {
    const timer = setInterval(() => {
      const { current } = newest
      const at = current.position()
      const end = current.shown.stretch.to
      if (at !== null && at >= end && at < end + justBeyondMs) current.shown.bring(at)
    }, followMs)
    return () => clearInterval(timer)
  }, [])
}
