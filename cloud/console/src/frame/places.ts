import type { IconName } from '../icons/icon.js'
import type { Role } from '../session/session-user.js'

/** A page that the navigation leads to. */
export interface Place {
  readonly to: '/live' | '/alerts' | '/events' | '/cameras' | '/rules' | '/health' | '/settings'
  readonly name: 'live' | 'alerts' | 'events' | 'cameras' | 'rules' | 'health' | 'settings'
  readonly icon: IconName
  /** Where pages begin that belong to it and whose address is another. */
  readonly also?: string
  /** After `G` it leads there. */
  readonly key: string
  /** Who may go there, at least. */
  readonly least: Role
  /** A tab at the foot of a phone; the others are behind "More". At most four are. */
  readonly isTab: boolean
}

export const places: readonly Place[] = [
  { to: '/live', name: 'live', icon: 'live', key: 'l', least: 'viewer', isTab: true },
  { to: '/alerts', name: 'alerts', icon: 'alerts', key: 'a', least: 'viewer', isTab: true },
  { to: '/events', name: 'events', icon: 'events', key: 'e', least: 'viewer', isTab: true },
  { to: '/cameras', name: 'cameras', icon: 'cameras', key: 'c', least: 'viewer', isTab: false },
  { to: '/rules', name: 'rules', icon: 'rules', key: 'r', least: 'viewer', isTab: false },
  {
    to: '/health',
    name: 'health',
    icon: 'health',
    key: 'h',
    least: 'viewer',
    isTab: true,
    also: '/gateways',
  },
  {
    to: '/settings',
    name: 'settings',
    icon: 'settings',
    key: 's',
    least: 'operator',
    isTab: false,
    also: '/sites',
  },
]

/** Whether a page belongs to a place. @param path of an address, such as /sites/1 */
export const isAt = ({ to, also }: Pick<Place, 'to' | 'also'>, path: string): boolean =>
  [to, also].some((begin) => begin !== undefined && (path === begin || path.startsWith(`${begin}/`)))
