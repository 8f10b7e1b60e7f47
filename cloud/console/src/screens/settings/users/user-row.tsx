import { Link } from '@tanstack/react-router'
import type { User } from '../../../api/users.js'
import { initialsOf } from '../../../frame/initials.js'
import { useUser } from '../../../session/use-session.js'
import { useText } from '../../../text/use-text.js'
import { Moment } from '../../../time/moment.js'
import { SiteChips } from '../site-chips.js'
import { useSettingsText } from '../use-settings-text.js'
import { useUsersText } from './use-users-text.js'

export const userRowPx = 64

/** A person in the list: who, with which role, where, and when they were seen. */
export function UserRow({ user, siteName }: { user: User; siteName: (id: string) => string }) {
  const text = useUsersText()
  const settings = useSettingsText()
  const { frame } = useText()
  const me = useUser()
  const { id, display_name: name, email, role, enabled } = user
  return (
    <Link
      to="/settings/users/$id"
      params={{ id }}
      className={`flex h-full items-center gap-3 rounded-3 px-3 hover:bg-surface-2 ${enabled ? '' : 'text-ink-3'}`}
    >
      <span
        aria-hidden="true"
        className="grid size-[34px] flex-none place-items-center rounded-full border border-line-strong bg-surface-3 text-xs font-title text-ink-2"
      >
        {initialsOf(name)}
      </span>
      <span className="min-w-0 flex-[2]">
        <span className="block truncate font-strong">
          {name}
          {id === me.id && <span className="font-text text-ink-3"> · {text.you}</span>}
        </span>
        <span className="block truncate text-xs text-ink-3">{email}</span>
      </span>
      <span className="min-w-0 flex-[2] max-wide:hidden">
        <span className="block truncate">{frame.role[role]}</span>
        <span className="block truncate text-xs text-ink-3">{enabled ? settings.mayAs[role] : text.off}</span>
      </span>
      <span className="min-w-0 flex-[2] max-desk:hidden">
        <SiteChips role={role} names={user.site_ids.map(siteName)} />
      </span>
      <span className="w-[150px] flex-none text-right text-xs text-ink-3 max-wide:w-auto">
        <span className="block text-ink-2 wide:hidden">{enabled ? frame.role[role] : text.off}</span>
        <LastSeen user={user} />
        <SignsIn user={user} />
      </span>
    </Link>
  )
}

/** By what somebody signs in beside a password, or in its place. */
function SignsIn({ user: { single_sign_on: byIssuer, has_second_factor: hasFactor } }: { user: User }) {
  const text = useUsersText()
  if (byIssuer) return <span className="block">{text.byIssuer}</span>
  return (
    <span className={hasFactor ? 'block text-ok' : 'block'}>{hasFactor ? text.factor : text.noFactor}</span>
  )
}

/** When somebody was here last. */
export function LastSeen({ user: { last_seen_at: at } }: { user: User }) {
  const text = useUsersText()
  const zone = useUser().timeZone ?? 'UTC'
  if (at === null) return <span className="block">{text.never}</span>
  return (
    <span className="block">
      <span className="max-wide:sr-only">{text.lastSeen} </span>
      <Moment at={at} zone={zone} />
    </span>
  )
}
