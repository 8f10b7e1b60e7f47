import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../controls/button.js'
import { Field } from '../../controls/field.js'
import { Note } from '../../controls/note.js'
import { useTitle } from '../../frame/use-title.js'
import { useSecondFactorText } from '../../second-factor/use-second-factor-text.js'
import type {
  SecondFactorLack,
  SecondFactorMethod,
  SecondFactorProof,
} from '../../session/second-factor-lack.js'
import { type Credentials, session } from '../../session/session.js'
import { useLoginText } from '../../text/use-login-text.js'
import { useLanguage } from '../../text/use-text.js'
import { lackProblem } from './lack-problem.js'
import { loginProblem } from './login-problem.js'
import { type PasskeyQuestion, readQuestion } from './passkey-question.js'

interface SecondStepProps {
  readonly credentials: Credentials
  readonly lack: SecondFactorLack
  readonly onBack: () => void
}

/** A code of the authenticator app, a passkey or a recovery code, after the password. */
export default function SecondStep({ credentials, lack: first, onBack }: SecondStepProps) {
  const login = useLoginText()
  const text = useSecondFactorText().signIn
  const language = useLanguage()
  const [lack, setLack] = useState(first)
  const [method, setMethod] = useState<SecondFactorMethod>(first.methods[0] ?? 'recovery_code')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useTitle(text.title)
  const question = readQuestion(lack.passkey)
  const field = useRef<HTMLInputElement>(null)

  const send = async (secondFactorProof: SecondFactorProof): Promise<void> => {
    const outcome = await session.login({ ...credentials, secondFactor: secondFactorProof })
    if (outcome.kind === 'done') return
    setTyped('')
    field.current?.focus()
    if (outcome.kind === 'lacking') {
      setLack(outcome.lack)
      setProblem(lackProblem(text, outcome.lack, method))
    } else
      setProblem(outcome.code === 'ACCOUNT_LOCKED' ? text.locked : loginProblem(login, outcome, language))
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const isShort = method !== 'passkey' && !isWhole(method, typed)
    setMissing(isShort)
    if (isShort || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await send(method === 'passkey' ? await askBrowser(question) : typedProof(method, typed))
    } catch {
      setProblem(
        question && question.rpId !== location.hostname
          ? text.passkeyElsewhere(question.rpId)
          : text.passkeyNone,
      )
    } finally {
      setBusy(false)
    }
  }

  const turnTo = (other: SecondFactorMethod) => {
    setMethod(other)
    setTyped('')
    setProblem(null)
    setMissing(false)
  }

  return (
    <>
      <h1 className="text-xl font-title tracking-(--tracking-title)">{text.title}</h1>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4 max-wide:gap-5"
      >
        {method === 'passkey' ? (
          <p className="text-ink-2">{text.passkey}</p>
        ) : (
          <Field
            // Another field, so that the browser offers what belongs into it.
            key={method}
            ref={field}
            label={method === 'totp' ? text.code : text.recovery}
            value={typed}
            maxLength={64}
            autoFocus
            inputMode={method === 'totp' ? 'numeric' : 'text'}
            autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
            problem={isMissing ? (method === 'totp' ? text.codeMissing : text.recoveryMissing) : undefined}
          />
        )}
        <div role="alert">{problem !== null && <Note tone="alarm">{problem}</Note>}</div>
        <Button
          type="submit"
          look="main"
          autoFocus={method === 'passkey'}
          aria-disabled={isBusy}
          className="h-[40px] max-wide:h-[48px]"
        >
          {method === 'passkey' ? text.use.passkey : login.submit}
        </Button>
        <div className="flex flex-wrap gap-2">
          {lack.methods
            .filter((one) => one !== method)
            .map((one) => (
              <Button key={one} look="bare" onClick={() => turnTo(one)}>
                {text.use[one]}
              </Button>
            ))}
          <Button look="bare" onClick={onBack}>
            {text.back}
          </Button>
        </div>
      </form>
    </>
  )
}

type Typed = Exclude<SecondFactorMethod, 'passkey'>

const isWhole = (method: Typed, typed: string): boolean =>
  method === 'totp' ? /^\d{6}$/.test(typed.replaceAll(' ', '')) : typed.trim() !== ''

const typedProof = (method: Typed, typed: string): SecondFactorProof =>
  method === 'totp' ? { code: typed } : { recovery_code: typed }

/** Has the browser answer. @throws Error if it, or the person, does not */
async function askBrowser(question: PasskeyQuestion | null): Promise<SecondFactorProof> {
  if (!question) throw new Error('the service asked for no passkey')
  const { answerByPasskey } = await import('../../second-factor/passkey-browser.js')
  return { passkey: await answerByPasskey(question) }
}
