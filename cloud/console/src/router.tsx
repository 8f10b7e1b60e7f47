import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isMissingScript } from './frame/missing-script.js'
import { Failed, Loading, Nothing } from './frame/page-states.js'
import { textsIn } from './frame/search.js'
import { Unloaded } from './frame/unloaded.js'
import { root } from './root-route.js'
import { rules } from './rules-routes.js'
import { readAddSearch } from './screens/add-cameras/add-search.js'
import { readAlertsSearch } from './screens/alerts/alert-search.js'
import { readCameraSearch } from './screens/camera/camera-search.js'
import { readCamerasSearch } from './screens/cameras/cameras-search.js'
import { readEventsSearch } from './screens/events/filter.js'
import { readLiveSearch } from './screens/live/live-search.js'
import { settings } from './settings-routes.js'

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- how this router is told
    throw redirect({ to: '/live', replace: true })
  },
})

/** Where people of an organisation sign in. Who is signed in has come to the wrong page. */
const login = createRoute({
  getParentRoute: () => root,
  path: '/login/$org',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- how this router is told
    throw redirect({ to: '/live', replace: true })
  },
})

const livePage = lazyRouteComponent(() => import('./screens/live/live-page.js'), 'LivePage')

const live = createRoute({
  getParentRoute: () => root,
  path: '/live',
  validateSearch: readLiveSearch,
  component: livePage,
})

const liveView = createRoute({
  getParentRoute: () => root,
  path: '/live/$view',
  validateSearch: readLiveSearch,
  component: livePage,
})

const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  validateSearch: readEventsSearch,
  component: lazyRouteComponent(() => import('./screens/events/events-page.js'), 'EventsPage'),
})

const event = createRoute({
  getParentRoute: () => root,
  path: '/events/$id',
  // Second of the clip.
  validateSearch: ({ t }): { t?: number } => (Number(t) >= 0 ? { t: Number(t) } : {}),
  component: lazyRouteComponent(() => import('./screens/event/event-page.js'), 'EventPage'),
})

const alertsPage = lazyRouteComponent(() => import('./screens/alerts/alerts-page.js'), 'AlertsPage')

const alerts = createRoute({
  getParentRoute: () => root,
  path: '/alerts',
  validateSearch: readAlertsSearch,
  component: alertsPage,
})

const alert = createRoute({
  getParentRoute: () => root,
  path: '/alerts/$id',
  validateSearch: readAlertsSearch,
  component: alertsPage,
})

const me = createRoute({
  getParentRoute: () => root,
  path: '/me',
  component: lazyRouteComponent(() => import('./screens/me/me-page.js'), 'MePage'),
})

const cameras = createRoute({
  getParentRoute: () => root,
  path: '/cameras',
  validateSearch: readCamerasSearch,
  component: lazyRouteComponent(() => import('./screens/cameras/cameras-page.js'), 'CamerasPage'),
})

const addCameras = createRoute({
  getParentRoute: () => root,
  path: '/cameras/add',
  validateSearch: readAddSearch,
  component: lazyRouteComponent(() => import('./screens/add-cameras/add-cameras-page.js'), 'AddCamerasPage'),
})

const camera = createRoute({
  getParentRoute: () => root,
  path: '/cameras/$id/{-$tab}',
  validateSearch: readCameraSearch,
  component: lazyRouteComponent(() => import('./screens/camera/camera-page.js'), 'CameraPage'),
})

const pairing = createRoute({
  getParentRoute: () => root,
  path: '/gateways/pair',
  // The gateway that gets another machine.
  validateSearch: (search): { gateway?: string } => textsIn(search, ['gateway']),
  component: lazyRouteComponent(() => import('./screens/pairing/pairing-page.js'), 'PairingPage'),
})

const gateway = createRoute({
  getParentRoute: () => root,
  path: '/gateways/$id',
  component: lazyRouteComponent(() => import('./screens/gateway/gateway-page.js'), 'GatewayPage'),
})

const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: lazyRouteComponent(() => import('./screens/health/health-page.js'), 'HealthPage'),
})

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./screens/inbox/inbox-page.js'), 'InboxPage'),
})

const ask = createRoute({
  getParentRoute: () => root,
  path: '/ask',
  validateSearch: (search): { q?: string } => textsIn(search, ['q']),
  component: lazyRouteComponent(() => import('./screens/ask/ask-page.js'), 'AskPage'),
})

/** Every page of the console and its address. */
export const router = createRouter({
  routeTree: root.addChildren([
    start,
    login,
    live,
    liveView,
    alerts,
    alert,
    events,
    event,
    cameras,
    addCameras,
    camera,
    pairing,
    gateway,
    health,
    ...rules,
    inbox,
    ask,
    me,
    settings,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error, reset }) =>
    isMissingScript(error) ? <Unloaded /> : <Failed again={reset} />,
  defaultNotFoundComponent: Nothing,
})

/** Has the script of a page come before it is shown. Where it does not come, the page says so when it is. */
export function loadPage(path: string): void {
  const [routes] = router.getMatchedRoutes(path === '/' ? '/live' : path)
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => {})
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
