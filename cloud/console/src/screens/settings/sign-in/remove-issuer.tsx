import { useState } from 'react'
import { useRemoveSingleSignOn } from '../../../api/single-sign-on.js'
import { Button } from '../../../controls/button.js'
import { lastActions } from '../../../frame/last-actions.js'
import { useReason } from '../save-row.js'
import { Sure } from '../sure.js'
import { useSignInText } from './use-sign-in-text.js'

/** Forgets the issuer, once it is said what that does. */
export function RemoveIssuer() {
  const text = useSignInText()
  const remove = useRemoveSingleSignOn()
  const reason = useReason(remove.error)
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    remove.reset()
    setAsking(false)
  }
  const removed = () => {
    setAsking(false)
    lastActions.say(text.removed)
  }
  return (
    <>
      <Button icon="trash" className="self-start" onClick={() => setAsking(true)}>
        {text.remove}
      </Button>
      {isAsking && (
        <Sure
          title={text.removeTitle}
          sentence={text.removeSure}
          button={text.remove}
          isPending={remove.isPending}
          problem={remove.isError ? reason : null}
          onSure={() => remove.mutate(undefined, { onSuccess: removed })}
          onClose={close}
        />
      )}
    </>
  )
}
