import { type FormEvent, useState } from 'react'
import { Button } from '../../controls/button.js'
import { Check, Field } from '../../controls/field.js'
import { Note } from '../../controls/note.js'
import { useTitle } from '../../frame/use-title.js'
import type { SecondFactorLack } from '../../session/second-factor-lack.js'
import { type Credentials, session } from '../../session/session.js'
import { signInPlaceHere } from '../../session/sign-in-place.js'
import { useLoginText } from '../../text/use-login-text.js'
import { useLanguage } from '../../text/use-text.js'
import { ByIssuer } from './by-issuer.js'
import { loginProblem } from './login-problem.js'

interface PasswordStepProps {
  /** Somebody was signed in here, and is not any more. */
  readonly ended: boolean
  readonly onLacking: (credentials: Credentials, lack: SecondFactorLack) => void
}

/** Address and password. */
export function PasswordStep({ ended, onLacking }: PasswordStepProps) {
  const text = useLoginText()
  const language = useLanguage()
  useTitle(text.title)
  const [problem, setProblem] = useState<string | null>(null)
  const [missing, setMissing] = useState({ email: false, password: false })
  const [isBusy, setBusy] = useState(false)
  const [place] = useState(signInPlaceHere)
  const [isOffered, setOffered] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = textOf(form, 'email').trim()
    const password = textOf(form, 'password')
    setMissing({ email: email === '', password: password === '' })
    if (email === '' || password === '' || isBusy) return
    setBusy(true)
    setProblem(null)
    const credentials = { email, password, remember: form.get('remember') === 'on' }
    const outcome = await session.login(credentials)
    setBusy(false)
    if (outcome.kind === 'refused') setProblem(loginProblem(text, outcome, language))
    if (outcome.kind === 'lacking') onLacking(credentials, outcome.lack)
  }

  return (
    <>
      <h1 className="text-xl font-title tracking-(--tracking-title)">{text.title}</h1>
      {place && <ByIssuer place={place} onOffer={setOffered} />}
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4 max-wide:gap-5"
      >
        {ended && problem === null && <Note tone="accent">{text.ended}</Note>}
        <Field
          label={text.email}
          name="email"
          type="email"
          autoComplete="username"
          // Where the way in is the issuer, nobody should be led to type.
          autoFocus={place === null}
          problem={missing.email ? text.missing : undefined}
        />
        <Field
          label={text.password}
          name="password"
          type="password"
          maxLength={1024}
          autoComplete="current-password"
          problem={missing.password ? text.missing : undefined}
        />
        <Check label={text.remember} name="remember" />
        <div role="alert">{problem !== null && <Note tone="alarm">{problem}</Note>}</div>
        <Button
          type="submit"
          look={isOffered ? 'plain' : 'main'}
          aria-disabled={isBusy}
          className="h-[40px] max-wide:h-[48px]"
        >
          {text.submit}
        </Button>
        <a href="/reset" className="self-start text-ink-2 underline-offset-2 hover:underline">
          {text.forgot}
        </a>
      </form>
    </>
  )
}

/** What was typed into a field of a form. */
function textOf(form: FormData, field: string): string {
  const typed = form.get(field)
  return typeof typed === 'string' ? typed : ''
}
