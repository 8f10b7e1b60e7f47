import { type SubmitEvent, useState } from 'react'
import { problemAt } from '../../../api/refusal.js'
import { type User, type UserChange, useChangeUser, useUsers } from '../../../api/users.js'
import { Field } from '../../../controls/field.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import { useUser } from '../../../session/use-session.js'
import { RoleField } from '../role-field.js'
import { rolesUpTo } from '../roles.js'
import { SaveRow } from '../save-row.js'
import { SiteChoice } from '../site-choice.js'
import { useDraft } from '../use-draft.js'
import { useSettingsText } from '../use-settings-text.js'
import { isSoleOwner } from './is-sole-owner.js'
import { useUsersText } from './use-users-text.js'

interface AboutUserProps {
  readonly user: User
  readonly mayChange: boolean
}

/** Name, role and, of a viewer, sites. */
export function AboutUser({ user, mayChange }: AboutUserProps) {
  const text = useUsersText()
  const settings = useSettingsText()
  const me = useUser()
  const { users, isComplete } = useUsers()
  const save = useChangeUser(user.id)
  // A list is another one at each reading: its text is compared.
  const draft = useDraft({
    name: user.display_name,
    role: user.role,
    sites: user.site_ids.toSorted().join(' '),
  })
  const [isAsked, setAsked] = useState(false)
  const sites = draft.value.sites.split(' ').filter((id) => id !== '')
  const isSole = users !== undefined && isComplete && isSoleOwner(user, users)
  const lacks = {
    name: draft.value.name.trim() === '',
    sites: draft.value.role === 'viewer' && sites.length === 0,
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (!draft.isChanged || lacks.name || lacks.sites) return
    const { name, role, sites: newSites } = draft.changed
    const change: UserChange = {
      ...(name !== undefined && { display_name: name.trim() }),
      ...(role !== undefined && { role }),
      ...(newSites !== undefined && { site_ids: sites }),
    }
    save.mutate(change, { onSuccess: draft.reset })
  }
  return (
    <Section title={text.about}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="truncate text-ink-2">{user.email}</p>
        <Field
          label={text.name}
          maxLength={100}
          disabled={!mayChange}
          value={draft.value.name}
          onChange={({ target }) => draft.change({ name: target.value })}
          problem={lacks.name ? text.nameMissing : problemAt(save.error, 'display_name')}
        />
        <RoleField
          value={draft.value.role}
          roles={rolesUpTo(me.role)}
          disabled={!mayChange || isSole}
          onChange={(role) => draft.change({ role })}
        />
        {isSole && <Note>{text.soleOwner}</Note>}
        {user.id === me.id && draft.changed.role !== undefined && <Note tone="warn">{text.ownRole}</Note>}
        {draft.value.role === 'viewer' && mayChange && (
          <SiteChoice
            chosen={sites}
            onChange={(chosen) => draft.change({ sites: chosen.toSorted().join(' ') })}
            problem={isAsked && lacks.sites ? settings.sitesMissing : undefined}
          />
        )}
        {mayChange && <SaveRow saving={save} isChanged={draft.isChanged} />}
      </form>
    </Section>
  )
}
