import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { useCameras } from '../../api/cameras.js'
import { useViews } from '../../api/views.js'
import { Button } from '../../controls/button.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Loading, Nothing } from '../../frame/page-states.js'
import { Part } from '../../frame/part.js'
import { useSiteId } from '../../frame/use-site.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import type { LiveSearch } from './live-search.js'
import { WallPage } from './wall-page.js'

const FirstStep = lazy(() => import('../../frame/first-step.js'))

/** The wall: the cameras of a view, or every one, as they are now or were at a moment. */
export function LivePage() {
  const text = useText()
  const { role } = useUser()
  const { view: viewId } = useParams({ strict: false })
  const { large, at }: LiveSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const site = useSiteId()
  const cameras = useCameras(site)
  const views = useViews()
  const view = views.data?.find(({ id }) => id === viewId) ?? null
  const watched = cameras.data?.filter(({ enabled }) => enabled)
  const isWaiting = cameras.isPending || (viewId !== undefined && views.isPending)
  if (watched && watched.length > 0 && !isWaiting && (view || viewId === undefined))
    return (
      <WallPage
        // Another view begins at its first page, with nobody near.
        key={viewId ?? 'all'}
        cameras={watched}
        views={views.data ?? []}
        view={view}
        large={large ?? null}
        at={at ?? null}
        onSearch={(search) => void navigate({ to: '.', search, replace: true })}
      />
    )
  return (
    <>
      <PageBar title={text.wall.title} />
      {isWaiting && <Loading />}
      {!isWaiting && !cameras.data && (
        <Centred sentence={text.wall.failed}>
          <Button onClick={() => void cameras.refetch()}>{text.frame.tryAgain}</Button>
        </Centred>
      )}
      {watched?.length === 0 && !isWaiting && (
        <Centred sentence={role === 'viewer' ? text.wall.emptyViewer : text.wall.empty}>
          <Part>
            <FirstStep />
          </Part>
        </Centred>
      )}
      {watched && watched.length > 0 && !isWaiting && <Nothing />}
    </>
  )
}
