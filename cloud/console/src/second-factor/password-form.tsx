import { type SubmitEvent, useState } from 'react'
import { codeOf } from '../api/second-factors.js'
import { Button } from '../controls/button.js'
import { Field } from '../controls/field.js'
import { Note } from '../controls/note.js'
import { useLoginText } from '../text/use-login-text.js'
import { type SecondFactorText, useSecondFactorText } from './use-second-factor-text.js'

interface PasswordFormProps {
  readonly submitLabel: string
  readonly look?: 'main' | 'danger'
  readonly isPending: boolean
  readonly error: Error | null
  readonly onPassword: (password: string) => void
}

/** Asks for the password once more, before something is done that it guards. */
export function PasswordForm({
  submitLabel,
  look = 'main',
  isPending,
  error,
  onPassword,
}: PasswordFormProps) {
  const text = useSecondFactorText()
  const login = useLoginText()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '' && !isPending) onPassword(password)
  }
  const code = error && codeOf(error)
  const isWrong = code === 'validation_error' && !isMissing
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label={text.password}
        type="password"
        autoComplete="current-password"
        maxLength={1024}
        autoFocus
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        problem={isMissing ? login.missing : isWrong ? text.passwordWrong : undefined}
      />
      <div role="alert">
        {error && !isWrong && <Note tone="alarm">{problems(text)[code ?? ''] ?? text.failed}</Note>}
      </div>
      <Button type="submit" look={look} aria-disabled={isPending} className="self-start">
        {submitLabel}
      </Button>
    </form>
  )
}

const problems = (text: SecondFactorText): Readonly<Record<string, string>> => ({
  account_locked: text.locked,
  conflict: text.required,
  rate_limited: text.tooOften,
})
