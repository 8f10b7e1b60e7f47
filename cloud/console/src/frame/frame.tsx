import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy } from 'react'
import { useNotices } from '../notices/use-notices.js'
import { useText } from '../text/use-text.js'
import { Navigation } from './navigation.js'
import { OverPages } from './over-pages.js'
import { Part } from './part.js'
import { useSettings } from './settings-here.js'
import { TabBar } from './tab-bar.js'
import { useFrameKeys } from './use-frame-keys.js'
import { useMedia } from './use-media.js'

const Troubles = lazy(() => import('./troubles.js'))
const LaterParts = lazy(() => import('./later-parts.js'))

/** Pages where pictures want the room. */
const stagePages = ['/live', '/cameras/', '/events/', '/alerts']

/** What stands around every page: the navigation, at the foot on phones. */
export function Frame() {
  const text = useText().frame
  const { smallNavigation } = useSettings()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isRoomy = useMedia('(min-width: 1600px)')
  const lostSince = useNotices()
  useFrameKeys()
  const isStage = stagePages.some((stage) => path.startsWith(stage))
  return (
    <div className="flex h-full flex-col wide:flex-row">
      <a
        href="#page"
        className="absolute top-2 left-2 z-50 -translate-y-[60px] rounded-2 bg-surface px-3 py-2 focus:translate-y-0 focus:shadow-2"
      >
        {text.skip}
      </a>
      <Navigation small={smallNavigation ?? (isStage && !isRoomy)} />
      <main id="page" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
        <Part>
          <Troubles lostSince={lostSince} />
        </Part>
        <Outlet />
      </main>
      <TabBar />
      <Part>
        <LaterParts hasLine={lostSince === null} />
      </Part>
      <OverPages />
    </div>
  )
}
