import { type SubmitEvent, useState } from 'react'
import { codeOf, useAddPasskey } from '../api/second-factors.js'
import { Button } from '../controls/button.js'
import { Field } from '../controls/field.js'
import { Note } from '../controls/note.js'
import { RecoveryCodes } from './recovery-codes.js'
import { useSecondFactorText } from './use-second-factor-text.js'

const longestName = 100

/** Has the browser make a passkey, under a name; with the first second factor come recovery codes. */
export function AddPasskey({ email, onDone }: { email: string; onDone: () => void }) {
  const text = useSecondFactorText()
  const add = useAddPasskey()
  const [name, setName] = useState(text.passkeyNameUsual)
  const codes = add.data?.recovery_codes
  if (codes) return <RecoveryCodes codes={codes} email={email} onDone={onDone} />
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const called = name.trim() === '' ? text.passkeyNameUsual : name.trim()
    const done = ({ recovery_codes: made }: { recovery_codes?: string[] }) => made ?? onDone()
    if (!add.isPending) add.mutate(called, { onSuccess: done })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p className="text-ink-2">{text.passkeyWhy}</p>
      <Field
        label={text.appName}
        value={name}
        maxLength={longestName}
        autoFocus
        onChange={({ target }) => setName(target.value)}
      />
      <div role="alert">
        {add.isError && (
          <Note tone="alarm">{codeOf(add.error) === null ? text.passkeyNone : text.failed}</Note>
        )}
      </div>
      <Button type="submit" look="main" aria-disabled={add.isPending} className="self-start">
        {text.passkeyMake}
      </Button>
    </form>
  )
}
