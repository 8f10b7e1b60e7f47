import { useParams } from '@tanstack/react-router'
import { refusalOf } from '../../../api/refusal.js'
import { useUserOf } from '../../../api/users.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { Centred, Loading, Nothing } from '../../../frame/page-states.js'
import { mayAs } from '../../../session/session-user.js'
import { useUser } from '../../../session/use-session.js'
import { useText } from '../../../text/use-text.js'
import { SettingsBar, SettingsParts } from '../settings-bar.js'
import { useSettingsText } from '../use-settings-text.js'
import { AboutUser } from './about-user.js'
import { useUsersText } from './use-users-text.js'
import { UserAccess } from './user-access.js'
import { UserDeeds } from './user-deeds.js'
import { UserFactors } from './user-factors.js'
import { UserSessions } from './user-sessions.js'

/** A person: who they are, what they see, how they come in, and taking that away. */
export function UserPage() {
  const text = useUsersText()
  const settings = useSettingsText()
  const { frame } = useText()
  const { role: own } = useUser()
  const { id } = useParams({ from: '/in-settings/settings/users/$id' })
  const { data: user, isPending, error, refetch } = useUserOf(id)
  const status = refusalOf(error)?.status
  // An address that names nobody is a 400 where it is no id at all.
  if (!user && (status === 404 || status === 400)) return <Nothing />
  const mayChange = user !== undefined && mayAs(own, user.role)
  return (
    <>
      <SettingsBar
        title={user?.display_name ?? settings.sections.users}
        up={{ to: '/settings/users', label: text.back }}
      />
      {isPending && <Loading />}
      {error && !user && (
        <Centred sentence={settings.failed}>
          <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {user && (
        <SettingsParts key={id}>
          {!mayChange && <Note>{text.above}</Note>}
          <AboutUser user={user} mayChange={mayChange} />
          <UserAccess user={user} mayChange={mayChange} />
          <UserFactors user={user} mayChange={mayChange} />
          <UserSessions user={user} mayChange={mayChange} />
          <UserDeeds userId={id} />
        </SettingsParts>
      )}
    </>
  )
}
