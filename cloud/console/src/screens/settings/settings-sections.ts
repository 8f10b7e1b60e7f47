import type { IconName } from '../../icons/icon.js'
import type { Role } from '../../session/session-user.js'
import type { SettingsText } from './use-settings-text.js'

/** A page below "Settings". */
interface Section {
  readonly to: string
  /** Its words in text/<language>/settings.ts. */
  readonly name: keyof SettingsText['sections']
  readonly icon: IconName
  /** Who may go there, at least. */
  readonly least: Role
}

/** The sections in the order in which they are listed. */
export const sections = [
  { to: '/settings/organisation', name: 'organisation', icon: 'organisation', least: 'admin' },
  { to: '/sites', name: 'sites', icon: 'site', least: 'admin' },
  { to: '/settings/users', name: 'users', icon: 'users', least: 'admin' },
  { to: '/settings/sign-in', name: 'signIn', icon: 'lock', least: 'owner' },
  { to: '/settings/keys', name: 'keys', icon: 'key', least: 'admin' },
  { to: '/settings/webhooks', name: 'webhooks', icon: 'webhook', least: 'operator' },
  { to: '/settings/notifications', name: 'notifications', icon: 'alerts', least: 'admin' },
  { to: '/settings/ai', name: 'ai', icon: 'model', least: 'admin' },
  { to: '/settings/instructions', name: 'instructions', icon: 'edit', least: 'operator' },
  { to: '/settings/audit', name: 'audit', icon: 'audit', least: 'admin' },
] as const satisfies readonly Section[]
