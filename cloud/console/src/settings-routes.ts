import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textsIn } from './frame/search.js'
import { root } from './root-route.js'
import { readAuditSearch } from './screens/settings/audit/audit-search.js'

/** The list of the sections stands beside each of them. */
const layout = createRoute({
  getParentRoute: () => root,
  id: 'in-settings',
  component: lazyRouteComponent(() => import('./screens/settings/settings-layout.js'), 'SettingsLayout'),
})

const start = createRoute({
  getParentRoute: () => layout,
  path: '/settings',
  component: lazyRouteComponent(() => import('./screens/settings/settings-start.js'), 'SettingsStart'),
})

const organisation = createRoute({
  getParentRoute: () => layout,
  path: '/settings/organisation',
  component: lazyRouteComponent(
    () => import('./screens/settings/organisation/organisation-page.js'),
    'OrganisationPage',
  ),
})

const sites = createRoute({
  getParentRoute: () => layout,
  path: '/sites',
  validateSearch: (search): { q?: string } => textsIn(search, ['q']),
  component: lazyRouteComponent(() => import('./screens/settings/sites/sites-page.js'), 'SitesPage'),
})

const site = createRoute({
  getParentRoute: () => layout,
  path: '/sites/$id',
  component: lazyRouteComponent(() => import('./screens/settings/sites/site-page.js'), 'SitePage'),
})

const users = createRoute({
  getParentRoute: () => layout,
  path: '/settings/users',
  validateSearch: (search): { q?: string } => textsIn(search, ['q']),
  component: lazyRouteComponent(() => import('./screens/settings/users/users-page.js'), 'UsersPage'),
})

const user = createRoute({
  getParentRoute: () => layout,
  path: '/settings/users/$id',
  component: lazyRouteComponent(() => import('./screens/settings/users/user-page.js'), 'UserPage'),
})

const webhooks = createRoute({
  getParentRoute: () => layout,
  path: '/settings/webhooks',
  component: lazyRouteComponent(() => import('./screens/settings/webhooks/webhooks-page.js'), 'WebhooksPage'),
})

const webhookPage = lazyRouteComponent(
  () => import('./screens/settings/webhooks/webhook-page.js'),
  'WebhookPage',
)

const webhook = createRoute({
  getParentRoute: () => layout,
  path: '/settings/webhooks/$id',
  component: webhookPage,
})

const delivery = createRoute({
  getParentRoute: () => layout,
  path: '/settings/webhooks/$id/deliveries/$delivery',
  component: webhookPage,
})

const notifications = createRoute({
  getParentRoute: () => layout,
  path: '/settings/notifications',
  component: lazyRouteComponent(
    () => import('./screens/settings/notifications/notifications-page.js'),
    'NotificationsPage',
  ),
})

const ai = createRoute({
  getParentRoute: () => layout,
  path: '/settings/ai',
  component: lazyRouteComponent(() => import('./screens/settings/ai/ai-page.js'), 'AiPage'),
})

const instructions = createRoute({
  getParentRoute: () => layout,
  path: '/settings/instructions',
  component: lazyRouteComponent(
    () => import('./screens/settings/instructions/instructions-page.js'),
    'InstructionsPage',
  ),
})

const signIn = createRoute({
  getParentRoute: () => layout,
  path: '/settings/sign-in',
  component: lazyRouteComponent(() => import('./screens/settings/sign-in/sign-in-page.js'), 'SignInPage'),
})

const keys = createRoute({
  getParentRoute: () => layout,
  path: '/settings/keys',
  component: lazyRouteComponent(() => import('./screens/settings/keys/keys-page.js'), 'KeysPage'),
})

const audit = createRoute({
  getParentRoute: () => layout,
  path: '/settings/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./screens/settings/audit/audit-page.js'), 'AuditPage'),
})

/** Every page below "Settings" and its address. */
export const settings = layout.addChildren([
  start,
  organisation,
  sites,
  site,
  users,
  signIn,
  user,
  keys,
  webhooks,
  webhook,
  delivery,
  notifications,
  ai,
  instructions,
  audit,
])
