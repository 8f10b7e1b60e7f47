import { useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, useMemo, useRef, useState } from 'react'
import { useAlerts, useNewAlerts } from '../../api/alerts.js'
import type { Camera } from '../../api/cameras.js'
import { useChangeAlert } from '../../api/change-alerts.js'
import type { EventItem } from '../../api/events.js'
import { useRecentEvents } from '../../api/recent-events.js'
import { useZoneOf } from '../../api/sites.js'
import type { View } from '../../api/views.js'
import { useKeys } from '../../frame/keys.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred } from '../../frame/page-states.js'
import { Part } from '../../frame/part.js'
import { useMedia } from '../../frame/use-media.js'
import { useSiteId } from '../../frame/use-site.js'
import { useSize } from '../../frame/use-size.js'
import { useSteady } from '../../frame/use-steady.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { useNow } from '../../time/use-now.js'
import type { LiveSearch } from './live-search.js'
import { membersOf, newDraft } from './members.js'
import { pageOf, pagesOf, tilesFor } from './paging.js'
import { isWithout } from './tile.js'
import { eventsNow, untakenByCamera } from './tile-facts.js'
import { useFollowing } from './use-following.js'
import { useRotation } from './use-rotation.js'
import { useStanding } from './use-standing.js'
import { type Draft, draftOf } from './view-draft.js'
import { Wall } from './wall.js'
import { ViewTabs, WallTools } from './wall-bar.js'
import { changeWall, useWallSettings } from './wall-settings.js'
import { lesserMotion, nextMotion } from './what-moves.js'

/** None is needed for the first pictures. */
const NowRail = lazy(() => import('./now-rail.js'))
const Strip = lazy(() => import('./strip.js'))
const WallFoot = lazy(() => import('./wall-foot.js'))
const ThenBar = lazy(() => import('./then-bar.js'))
const ViewEditor = lazy(() => import('./view-editor.js'))

interface WallPageProps {
  /** Every camera that is switched on. */
  readonly cameras: readonly Camera[]
  readonly views: readonly View[]
  /** Null: every camera. */
  readonly view: View | null
  readonly large: string | null
  readonly at: string | null
  readonly onSearch: (search: LiveSearch) => void
}

const tickMs = 5_000
const none: readonly EventItem[] = []

/** The wall with what stands around it. */
export function WallPage({ cameras, views, view, large, at, onSearch }: WallPageProps) {
  const { wall: text, keys } = useText()
  const { role } = useUser()
  const navigate = useNavigate()
  const { history } = useRouter()
  const settings = useWallSettings()
  const [measure, size] = useSize()
  const isPhone = !useMedia('(min-width: 60rem)')
  const [turned, turnTo] = useState(0)
  const [isNear, setNear] = useState(false)
  const [isStaying, setStaying] = useState(false)
  const [draft, setDraft] = useState<{ id: string | null; draft: Draft } | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const now = useNow(tickMs).getTime()

  const site = useSiteId()
  const recent = useRecentEvents(site)
  const events = recent.data?.events ?? none
  const alertPages = useAlerts('new', { site: site ?? undefined }).data?.pages
  const alerts = useMemo(() => alertPages?.flatMap(({ data }) => data) ?? [], [alertPages])
  const newCount = useNewAlerts(site).data ?? 0
  const untaken = useMemo(() => untakenByCamera(alerts), [alerts])
  const alerted = useMemo(() => new Set(alerts.flatMap(({ event_id: id }) => id ?? [])), [alerts])
  const happening = useMemo(() => eventsNow(events, now), [events, now])

  const placeName = view?.id ?? 'all'
  const members = membersOf(cameras, view, draft?.draft ?? null)
  const layout = draft?.draft.layout ?? settings.layouts[placeName] ?? view?.layout ?? 'even'
  const hasLarge = large !== null || layout === 'one_large' || layout === 'two_large'
  const room = { ...size, isPhone }
  const perPage = tilesFor({ ...room, hasLarge })
  const pages = pagesOf(members.length, perPage)
  const largeAt = members.findIndex(({ camera }) => camera.id === large)
  const page = largeAt >= 0 ? pageOf(largeAt, perPage) : Math.min(turned, pages - 1)
  const shown = members.slice(page * perPage, (page + 1) * perPage)
  const without = members.filter(({ camera }) => isWithout(camera)).length

  const { standing, told } = useStanding(settings.motion)
  const motion = lesserMotion(settings.motion, standing.most)
  const showLarge = (id: string | null): void =>
    onSearch({ ...(id !== null && { large: id }), ...(at !== null && { at }) })
  const lookBack = useSteady((moment: string | null) =>
    onSearch({ ...(large !== null && { large }), ...(moment !== null && { at: moment }) }),
  )
  const turn = (to: number): void => {
    if (large !== null) showLarge(null)
    turnTo(((to % pages) + pages) % pages)
  }
  const cycleMotion = (): void => changeWall({ motion: nextMotion(settings.motion) })
  const goToView = (step: number): void => {
    const places = [null, ...views.map(({ id }) => id)]
    // From where the address leads by now: keys may be faster than what they show.
    const here = history.location.pathname.split('/')[2] ?? null
    const next = places.at((places.indexOf(here) + step) % places.length) ?? null
    void (next === null ? navigate({ to: '/live' }) : navigate({ to: '/live/$view', params: { view: next } }))
  }
  const change = useChangeAlert()
  const take = (): void => {
    const [newest] = alerts
    if (newest && mayAs(role, 'operator')) change.mutate({ id: newest.id, status: 'acknowledged' })
  }
  useKeys({
    a: { does: keys.take, act: take },
    q: { does: keys.motion, act: cycleMotion },
    '0': { does: keys.noLarge, act: () => showLarge(null) },
    'Shift+ArrowLeft': { does: keys.viewBefore, act: () => goToView(-1) },
    'Shift+ArrowRight': { does: keys.viewNext, act: () => goToView(1) },
    PageUp: { does: keys.pageBefore, act: () => turn(page - 1) },
    PageDown: { does: keys.pageNext, act: () => turn(page + 1) },
    l: { does: keys.toNow, act: () => lookBack(null) },
  })
  const rotateSec = view?.rotate_sec ?? null
  useRotation(rotateSec, isNear || isStaying || at !== null || draft !== null, () => {
    if (pages > 1) return turn(page + 1)
    const next = shown[(Math.max(0, largeAt) + 1) % shown.length]
    if (hasLarge && next) showLarge(next.camera.id)
  })
  useFollowing({
    isOn: settings.largeFollowsAlerts && !isNear && at === null && draft === null,
    cameraId:
      alerts.find(({ camera_id: id }) => members.some(({ camera }) => camera.id === id))?.camera_id ?? null,
    onLarge: showLarge,
  })
  const mayEdit = view !== null && (!view.shared || mayAs(role, 'operator'))
  const zone = useZoneOf()(members[0]?.camera.id ?? '')
  return (
    <>
      <PageBar
        title={text.title}
        beside={
          <ViewTabs
            views={views}
            count={cameras.length}
            onNew={() => setDraft({ id: null, draft: newDraft(shown) })}
          />
        }
      >
        <WallTools
          live={at === null ? standing.live : null}
          without={without}
          motion={settings.motion}
          onMotion={cycleMotion}
          layout={layout}
          onLayout={(chosen) => changeWall({ layouts: { ...settings.layouts, [placeName]: chosen } })}
          onEdit={mayEdit ? () => setDraft({ id: view.id, draft: draftOf(view) }) : null}
          isFollowing={settings.largeFollowsAlerts}
          onFollow={(largeFollowsAlerts) => changeWall({ largeFollowsAlerts })}
          onFill={() => void stage.current?.requestFullscreen().catch(() => undefined)}
        />
      </PageBar>
      <div className="flex min-h-0 flex-1">
        <div ref={stage} className="flex min-h-0 min-w-0 flex-1 flex-col gap-1 bg-bg p-2 max-wide:p-3">
          <Part>{at !== null && <ThenBar at={at} zone={zone} onLive={() => lookBack(null)} />}</Part>
          <div ref={measure} className={`min-h-0 flex-1 ${isPhone ? 'overflow-y-auto' : 'overflow-hidden'}`}>
            {members.length === 0 && <Centred sentence={text.emptyView} />}
            <Wall
              shown={size.width > 0 ? shown : []}
              layout={layout}
              room={room}
              large={large}
              onLarge={showLarge}
              motion={motion}
              events={happening}
              untaken={untaken}
              at={at}
              onNear={setNear}
              onPlayer={told}
            />
          </div>
          <Part waiting={<div className="h-[28px] flex-none" />}>
            <WallFoot
              page={page}
              perPage={perPage}
              count={members.length}
              onPage={turn}
              rotateSec={rotateSec}
              isStaying={isStaying}
              onStay={setStaying}
              most={standing.most}
              hasLarge={large !== null}
              onAlike={() => showLarge(null)}
            />
          </Part>
          {!isPhone && (
            // As high as the strip, so that nothing moves when it comes.
            <Part waiting={<div className="h-[76px] flex-none" />}>
              <Strip events={events} alerted={alerted} zone={zone} at={at} onAt={lookBack} />
            </Part>
          )}
        </div>
        {draft ? (
          <Part key="editor" onBroken={() => setDraft(null)}>
            <ViewEditor
              viewId={draft.id}
              draft={draft.draft}
              onDraft={(next) => setDraft({ id: draft.id, draft: next })}
              cameras={cameras}
              views={views}
              onClose={() => setDraft(null)}
            />
          </Part>
        ) : (
          <Part
            key="now"
            waiting={<div className="w-[324px] flex-none border-l border-line max-desk:hidden" />}
          >
            <NowRail events={events} isFailed={recent.isError} alerts={alerts} newCount={newCount} />
          </Part>
        )}
      </div>
    </>
  )
}
