import type { Role } from '../../session/session-user.js'
import { useSettingsText } from './use-settings-text.js'

/** As many sites are named. */
const most = 2

/** What somebody sees: the sites of a viewer by name, or all. */
export function SiteChips({ role, names }: { role: Role; names: readonly string[] }) {
  const text = useSettingsText()
  if (role !== 'viewer') return <span className="text-ink-3">{text.allSites}</span>
  if (names.length === 0) return <span className="text-warn">{text.noSite}</span>
  const more = names.length - most
  return (
    <span className="flex min-w-0 items-center gap-1" title={names.join(', ')}>
      {names.slice(0, most).map((name) => (
        <span
          key={name}
          className="truncate rounded-full border border-line-strong px-2 py-px text-xs text-ink-2"
        >
          {name}
        </span>
      ))}
      {more > 0 && <span className="flex-none text-xs text-ink-3">{text.moreSites(more)}</span>}
    </span>
  )
}
