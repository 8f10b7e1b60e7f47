import { Navigate } from '@tanstack/react-router'
import { PageBar } from '../../frame/page-bar.js'
import { useMedia } from '../../frame/use-media.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { SectionList } from './section-list.js'
import { sections } from './settings-sections.js'
import { useSettingsText } from './use-settings-text.js'

/** On phones the list of the sections; where that stands beside each of them anyway, the first of them. */
export function SettingsStart() {
  const text = useSettingsText()
  const { role } = useUser()
  const isWide = useMedia('(min-width: 60rem)')
  const first = sections.find(({ least }) => mayAs(role, least))
  if (isWide && first) return <Navigate to={first.to} replace />
  return (
    <>
      <PageBar title={text.title} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <SectionList look="page" />
      </div>
    </>
  )
}
