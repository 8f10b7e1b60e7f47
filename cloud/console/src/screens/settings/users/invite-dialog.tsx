import { useState } from 'react'
import { Dialog } from '../../../controls/dialog.js'
import { useText } from '../../../text/use-text.js'
import { InviteForm } from './invite-form.js'
import { Invited, type InvitedPerson } from './invited.js'
import { useUsersText } from './use-users-text.js'

/** Invites somebody, by mail or by a link that is handed over. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const text = useUsersText()
  const { frame } = useText()
  const [invited, setInvited] = useState<InvitedPerson | null>(null)
  return (
    <Dialog title={text.invite} closeLabel={frame.close} onClose={onClose}>
      {invited ? (
        <Invited person={invited} onAnother={() => setInvited(null)} onDone={onClose} />
      ) : (
        <InviteForm onInvited={setInvited} onCancel={onClose} />
      )}
    </Dialog>
  )
}
