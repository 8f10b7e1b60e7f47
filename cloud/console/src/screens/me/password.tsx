import { type SubmitEvent, useState } from 'react'
import { fieldProblem } from '../../api/field-problem.js'
import { useChangePassword, useOwnSessions } from '../../api/me.js'
import { refusalOf } from '../../api/refusal.js'
import { Button } from '../../controls/button.js'
import { Field } from '../../controls/field.js'
import { Note } from '../../controls/note.js'
import { Section } from '../../controls/section.js'
import { lacksOf } from './new-password.js'
import { type MeText, useMeText } from './use-me-text.js'

/** Another password, for who knows the one that there is. Everywhere else the person is signed out by it. */
export function Password() {
  const text = useMeText()
  const others = (useOwnSessions().data ?? []).filter(({ current }) => !current).length
  const { mutate, error, isPending, isSuccess, reset } = useChangePassword()
  const [isAsked, setAsked] = useState(false)
  const [typed, setTyped] = useState(nothing)
  const lacks = lacksOf(typed)
  const type = (part: Partial<typeof nothing>): void => {
    setTyped({ ...typed, ...part })
    if (error !== null || isSuccess) reset()
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (isPending || lacks.old || lacks.wanted.length > 0 || lacks.again) return
    mutate(
      { old_password: typed.old, new_password: typed.wanted },
      {
        onSuccess: () => {
          setTyped(nothing)
          setAsked(false)
        },
      },
    )
  }
  const isWrong = fieldProblem(error, 'old_password') !== undefined
  const lackWords = lacks.wanted.map((lack) => text.passwordLacks[lack]).join(', ')
  return (
    <Section title={text.password}>
      <p className="text-ink-2">{others === 0 ? text.passwordWhy : text.passwordEnds(others)}</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={text.passwordOld}
          type="password"
          autoComplete="current-password"
          maxLength={1024}
          value={typed.old}
          onChange={({ target }) => type({ old: target.value })}
          problem={isAsked && lacks.old ? text.passwordMissing : isWrong ? text.passwordWrong : undefined}
        />
        <Field
          label={text.passwordNew}
          type="password"
          autoComplete="new-password"
          maxLength={1024}
          hint={text.passwordHint}
          value={typed.wanted}
          onChange={({ target }) => type({ wanted: target.value })}
          problem={
            isAsked && lackWords !== ''
              ? text.passwordLacking(lackWords)
              : fieldProblem(error, 'new_password')
          }
        />
        <Field
          label={text.passwordAgain}
          type="password"
          autoComplete="new-password"
          maxLength={1024}
          value={typed.again}
          onChange={({ target }) => type({ again: target.value })}
          problem={isAsked && lacks.again ? text.passwordDiffers : undefined}
        />
        <div role="status" className="empty:hidden">
          {isSuccess && <Note tone="ok">{text.passwordChanged}</Note>}
          {error !== null && !isWrong && fieldProblem(error, 'new_password') === undefined && (
            <Note tone="alarm">{refusedIn(text, error)}</Note>
          )}
        </div>
        <Button type="submit" aria-disabled={isPending} className="self-start">
          {text.passwordChange}
        </Button>
      </form>
    </Section>
  )
}

const nothing = { old: '', wanted: '', again: '' }

function refusedIn(text: MeText, error: Error): string {
  switch (refusalOf(error)?.code) {
    case 'account_locked':
      return text.passwordLocked
    case 'rate_limited':
      return text.passwordTooOften
    default:
      return text.notSaved
  }
}
