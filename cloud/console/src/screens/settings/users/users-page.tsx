import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSites } from '../../../api/sites.js'
import { useUsers } from '../../../api/users.js'
import { Button } from '../../../controls/button.js'
import { RowList } from '../../../controls/row-list.js'
import { focusSearch, SearchField } from '../../../controls/search-field.js'
import { useKeys } from '../../../frame/keys.js'
import { Centred, Loading } from '../../../frame/page-states.js'
import { useLanguage, useText } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { SettingsBar } from '../settings-bar.js'
import { useSettingsText } from '../use-settings-text.js'
import { InviteDialog } from './invite-dialog.js'
import { useUsersText } from './use-users-text.js'
import { UserRow, userRowPx } from './user-row.js'
import { usersLike } from './users-like.js'

/** Everybody of the organisation, by words. */
export function UsersPage() {
  const text = useUsersText()
  const settings = useSettingsText()
  const { frame, keys } = useText()
  const { q = '' } = useSearch({ from: '/in-settings/settings/users' })
  const navigate = useNavigate()
  const { users, isError, again } = useUsers()
  const sites = useSites().data
  const siteName = (id: string): string => sites?.find((site) => site.id === id)?.name ?? ''
  const [isInviting, setInviting] = useState(false)
  const found = users ? usersLike(users, q, { roles: frame.role, siteName }) : []
  const search = (words: string) =>
    void navigate({ to: '/settings/users', search: words === '' ? {} : { q: words }, replace: true })
  useKeys({ '/': { does: keys.search, act: focusSearch } })
  return (
    <>
      <SettingsBar
        title={settings.sections.users}
        beside={<SearchField label={text.search} words={q} onWords={search} />}
      >
        <Button look="main" icon="plus" onClick={() => setInviting(true)}>
          <span className="max-wide:sr-only">{text.invite}</span>
        </Button>
      </SettingsBar>
      {!users && !isError && <Loading />}
      {isError && (
        <Centred sentence={settings.failed}>
          <Button onClick={again}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {users && found.length === 0 && !isError && (
        <Centred sentence={text.noneFound}>
          <Button onClick={() => search('')}>{text.clear}</Button>
        </Centred>
      )}
      {found.length > 0 && (
        <>
          <Counted found={found.length} isFiltered={q.trim() !== ''} />
          <RowList
            label={text.list}
            items={found}
            rowPx={userRowPx}
            keyOf={({ id }) => id}
            row={(user) => <UserRow user={user} siteName={siteName} />}
          />
        </>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function Counted({ found, isFiltered }: { found: number; isFiltered: boolean }) {
  const text = useUsersText()
  const language = useLanguage()
  const { total } = useUsers()
  const all = countOf(total, language)
  const whole = total === 1 ? text.one : text.count(all)
  return (
    <p role="status" className="px-6 pt-2 pb-1 text-xs text-ink-3 max-wide:px-4">
      {isFiltered ? text.some(countOf(found, language), all) : whole}
    </p>
  )
}
