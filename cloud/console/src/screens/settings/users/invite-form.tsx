import { type SubmitEvent, useState } from 'react'
import { problemAt, refusalOf } from '../../../api/refusal.js'
import { type Invitation, useInvite } from '../../../api/users.js'
import { Button } from '../../../controls/button.js'
import { Field } from '../../../controls/field.js'
import { Note } from '../../../controls/note.js'
import { useUser } from '../../../session/use-session.js'
import { RoleField } from '../role-field.js'
import { rolesUpTo } from '../roles.js'
import { useReason } from '../save-row.js'
import { SiteChoice } from '../site-choice.js'
import { useSettingsText } from '../use-settings-text.js'
import type { InvitedPerson } from './invited.js'
import { useUsersText } from './use-users-text.js'

interface InviteFormProps {
  readonly onInvited: (person: InvitedPerson) => void
  readonly onCancel: () => void
}

/** Who is invited, with which role, and what they see. */
export function InviteForm({ onInvited, onCancel }: InviteFormProps) {
  const text = useUsersText()
  const settings = useSettingsText()
  const { role: own } = useUser()
  const invite = useInvite()
  const [person, setPerson] = useState<Invitation>({
    email: '',
    display_name: '',
    role: 'viewer',
    site_ids: [],
  })
  const [isAsked, setAsked] = useState(false)
  const change = (part: Partial<Invitation>) => setPerson((before) => ({ ...before, ...part }))
  const email = person.email.trim()
  const name = person.display_name.trim()
  const lacks = {
    email: !/^\S+@\S+$/.test(email),
    name: name === '',
    sites: person.role === 'viewer' && person.site_ids.length === 0,
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (lacks.email || lacks.name || lacks.sites) return
    invite.mutate(
      { ...person, email, display_name: name, site_ids: person.role === 'viewer' ? person.site_ids : [] },
      {
        onSuccess: ({ user, invitation_sent: isMailed }) =>
          onInvited({ id: user.id, name: user.display_name, email, isMailed }),
      },
    )
  }
  const isTaken = refusalOf(invite.error)?.status === 409
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={text.email}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={person.email}
        onChange={({ target }) => change({ email: target.value })}
        problem={
          isAsked && lacks.email
            ? text.emailWrong
            : isTaken
              ? text.emailTaken
              : problemAt(invite.error, 'email')
        }
      />
      <Field
        label={text.name}
        autoComplete="off"
        maxLength={100}
        value={person.display_name}
        onChange={({ target }) => change({ display_name: target.value })}
        problem={isAsked && lacks.name ? text.nameMissing : problemAt(invite.error, 'display_name')}
      />
      <RoleField value={person.role} roles={rolesUpTo(own)} onChange={(role) => change({ role })} />
      {person.role === 'viewer' && (
        <SiteChoice
          chosen={person.site_ids}
          onChange={(site_ids) => change({ site_ids })}
          problem={isAsked && lacks.sites ? settings.sitesMissing : undefined}
        />
      )}
      <Refused error={isTaken ? null : invite.error} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{settings.cancel}</Button>
        <Button type="submit" look="main" disabled={invite.isPending}>
          {text.send}
        </Button>
      </div>
    </form>
  )
}

function Refused({ error }: { error: unknown }) {
  const reason = useReason(error)
  if (error === null) return null
  return (
    <div role="alert">
      <Note tone="alarm">{reason}</Note>
    </div>
  )
}
