import { useRouter } from '@tanstack/react-router'
import { useAlerts } from '../../api/alerts.js'
import { useCameras } from '../../api/cameras.js'
import { useGatewayNames, useRuleNames, useUserNames } from '../../api/names.js'
import { useSites } from '../../api/sites.js'
import { alertTitle } from '../../events/alert-title.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import type { ShownEntry } from './entry.js'
import { useGoToText } from './use-go-to-text.js'

/** All that has a name and that this person may see, as far as it is known by now. */
export function useNames(): ShownEntry[] {
  const text = useText()
  const words = useGoToText()
  const { role } = useUser()
  const sites = useSites().data ?? []
  const cameras = useCameras(null).data ?? []
  const rules = useRuleNames().data ?? []
  const gateways = useGatewayNames().data ?? []
  const users = useUserNames(mayAs(role, 'admin')).data ?? []
  const alerts = useAlerts('new').data?.pages.flatMap((page) => page.data) ?? []
  const pageOf = usePageOf()
  const siteName = (id: string): string => sites.find((site) => site.id === id)?.name ?? ''
  const withSite = (state: string, siteId: string): string =>
    sites.length < 2 ? state : `${siteName(siteId)} · ${state}`
  return [
    ...cameras.map(
      ({ id, name, site_id: site, status }): ShownEntry => ({
        key: `camera ${id}`,
        group: 'cameras',
        name,
        also: siteName(site),
        icon: 'cameras',
        detail: withSite(words.cameraStatus[status], site),
        goal: { kind: 'href', href: pageOf('/cameras/$id', id) ?? `/live?large=${id}` },
      }),
    ),
    ...sites.map(
      ({ id, name }): ShownEntry => ({
        key: `site ${id}`,
        group: 'sites',
        name,
        icon: 'site',
        detail: words.onlyThisSite,
        goal: { kind: 'href', href: `/live?site=${id}` },
      }),
    ),
    ...rules.map(
      ({ id, name, enabled }): ShownEntry => ({
        key: `rule ${id}`,
        group: 'rules',
        name,
        icon: 'rules',
        detail: enabled ? words.rule : words.ruleOff,
        goal: { kind: 'href', href: pageOf('/rules/$id', id) ?? `/alerts?rule=${id}` },
      }),
    ),
    ...alerts.map(
      (alert): ShownEntry => ({
        key: `alert ${alert.id}`,
        group: 'rules',
        name: alertTitle(text, alert),
        also: `${alert.rule_name} ${alert.camera_name ?? ''}`,
        icon: 'alerts',
        detail: words.nobodyTook,
        goal: { kind: 'href', href: `/alerts/${alert.id}` },
      }),
    ),
    ...gateways.map(
      ({ id, name, status, site_id: site }): ShownEntry => ({
        key: `gateway ${id}`,
        group: 'gateways',
        name: name === '' ? words.aGateway : name,
        also: siteName(site),
        icon: 'gateway',
        detail: withSite(words.gatewayStatus[status], site),
        goal: { kind: 'href', href: pageOf('/gateways/$id', id) ?? `/live?site=${site}` },
      }),
    ),
    ...users.map(
      ({ id, display_name: name, email, role: of }): ShownEntry => ({
        key: `user ${id}`,
        group: 'people',
        name,
        also: email,
        icon: 'user',
        detail: `${text.frame.role[of]} · ${email}`,
        goal: { kind: 'href', href: pageOf('/settings/users/$id', id) ?? `mailto:${encodeURI(email)}` },
      }),
    ),
  ]
}

/** The address of a page about something, where the console has such a page. */
function usePageOf(): (route: string, id: string) => string | null {
  const { routesByPath } = useRouter()
  const isThere = (route: string): boolean =>
    Object.keys(routesByPath).some((path) => path === route || path.startsWith(`${route}/`))
  return (route, id) => (isThere(route) ? route.replace('$id', id) : null)
}
