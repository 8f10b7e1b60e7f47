import { useState } from 'react'
import { type User, useChangeUser, useMailPassword, useUsers } from '../../../api/users.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import { lastActions } from '../../../frame/last-actions.js'
import { useUser } from '../../../session/use-session.js'
import { useReason } from '../save-row.js'
import { Sure } from '../sure.js'
import { HandOver } from './hand-over.js'
import { isSoleOwner } from './is-sole-owner.js'
import { useUsersText } from './use-users-text.js'
import { LastSeen } from './user-row.js'

/** Whether somebody may sign in, how they get a password, and taking both away. */
export function UserAccess({ user, mayChange }: { user: User; mayChange: boolean }) {
  const text = useUsersText()
  const me = useUser()
  const { users, isComplete } = useUsers()
  const isSole = users !== undefined && isComplete && isSoleOwner(user, users)
  const isMe = user.id === me.id
  const isNew = user.last_seen_at === null
  return (
    <Section title={text.access}>
      <div>
        <p>{user.enabled ? text.isOn : text.isOff}</p>
        <p className="text-xs text-ink-3">
          <LastSeen user={user} />
        </p>
      </div>
      {mayChange && user.enabled && <MailLink user={user} isNew={isNew} />}
      {mayChange && user.enabled && isNew && <HandOver userId={user.id} isWanted={false} />}
      {mayChange && isSole && <Note>{text.soleOwner}</Note>}
      {mayChange && isMe && !isSole && <p className="text-ink-3">{text.notYourself}</p>}
      {mayChange && !isSole && !isMe && <Switch user={user} />}
    </Section>
  )
}

/** Has a link to set a password mailed. */
function MailLink({ user, isNew }: { user: User; isNew: boolean }) {
  const text = useUsersText()
  const mail = useMailPassword(user.id)
  const reason = useReason(mail.error)
  return (
    <div className="flex flex-col items-start gap-2">
      <Button icon="mail" disabled={mail.isPending} onClick={() => mail.mutate()}>
        {isNew ? text.mailInvitation : text.mailReset}
      </Button>
      <div role="status" className="w-full empty:hidden">
        {mail.data && (mail.data.email_sent ? text.mailed : <Note tone="warn">{text.noMail}</Note>)}
        {mail.isError && <Note tone="alarm">{reason}</Note>}
      </div>
    </div>
  )
}

/** Switches an account off, and on again. */
function Switch({ user: { id, display_name: name, enabled } }: { user: User }) {
  const text = useUsersText()
  const change = useChangeUser(id)
  const reason = useReason(change.error)
  const [isAsking, setAsking] = useState(false)
  const to = (isOn: boolean): void =>
    change.mutate(
      { enabled: isOn },
      {
        onSuccess: () => {
          setAsking(false)
          lastActions.remember({
            said: isOn ? text.said.on(name) : text.said.off(name),
            takeBack: () => change.mutateAsync({ enabled: !isOn }),
          })
        },
      },
    )
  return (
    <>
      <Button
        className="self-start"
        disabled={change.isPending}
        onClick={() => (enabled ? setAsking(true) : to(true))}
      >
        {enabled ? text.switchOff : text.switchOn}
      </Button>
      {change.isError && !isAsking && (
        <div role="alert">
          <Note tone="alarm">{reason}</Note>
        </div>
      )}
      {isAsking && (
        <Sure
          title={text.offTitle(name)}
          sentence={text.offSure}
          button={text.switchOff}
          isPending={change.isPending}
          problem={change.isError ? reason : null}
          onSure={() => to(false)}
          onClose={() => {
            change.reset()
            setAsking(false)
          }}
        />
      )}
    </>
  )
}
