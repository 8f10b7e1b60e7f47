import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { HandOver } from './hand-over.js'
import { useUsersText } from './use-users-text.js'

/** Somebody who was just invited. */
export interface InvitedPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  /** False: the service sends no mail, or none went out. */
  readonly isMailed: boolean
}

interface InvitedProps {
  readonly person: InvitedPerson
  readonly onAnother: () => void
  readonly onDone: () => void
}

/** What became of an invitation, with a link to hand over in place of a mail or beside it. */
export function Invited({ person: { id, name, email, isMailed }, onAnother, onDone }: InvitedProps) {
  const text = useUsersText()
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <Note tone={isMailed ? 'ok' : 'accent'}>
          {isMailed ? text.invited(email) : text.invitedNoMail(name)}
        </Note>
      </div>
      <HandOver userId={id} isWanted={!isMailed} />
      <div className="flex justify-end gap-2">
        <Button onClick={onAnother}>{text.another}</Button>
        <Button look="main" onClick={onDone}>
          {text.done}
        </Button>
      </div>
    </div>
  )
}
