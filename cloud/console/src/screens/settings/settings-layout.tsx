import { Outlet, useRouterState } from '@tanstack/react-router'
import { Nothing } from '../../frame/page-states.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { SectionList } from './section-list.js'
import { sections } from './settings-sections.js'
import { useSettingsText } from './use-settings-text.js'

/** What every page below "Settings" stands in: the sections at the left; on phones they are a page of their own. */
export function SettingsLayout() {
  const text = useSettingsText()
  const { role } = useUser()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const mine = sections.filter(({ least }) => mayAs(role, least))
  const isOf = ({ to }: { readonly to: string }): boolean => path === to || path.startsWith(`${to}/`)
  // What a role may not do is not there for it, and neither are settings where it may do nothing.
  if (mine.length === 0 || (sections.some(isOf) && !mine.some(isOf))) return <Nothing />
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex w-nav flex-none flex-col overflow-y-auto border-r border-line max-wide:hidden">
        <p className="flex min-h-bar flex-none items-center px-5 text-lg font-title">{text.title}</p>
        <SectionList look="beside" />
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Outlet />
      </div>
    </div>
  )
}
