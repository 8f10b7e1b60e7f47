import { type SubmitEvent, useState } from 'react'
import { codeOf, type TotpSecret, useConfirmTotp, useMakeTotp } from '../api/second-factors.js'
import { Button } from '../controls/button.js'
import { Field } from '../controls/field.js'
import { Note } from '../controls/note.js'
import { QrCode } from '../controls/qr-code.js'
import { RecoveryCodes } from './recovery-codes.js'
import { type SecondFactorText, useSecondFactorText } from './use-second-factor-text.js'

const longestName = 100

/** Sets an authenticator app up: its name, the key, a code of it, and recovery codes with the first one. */
export function SetUpApp({ email, onDone }: { email: string; onDone: () => void }) {
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} email={email} onDone={onDone} />
  if (secret) {
    const added = (made: readonly string[] | undefined) => (made ? setCodes(made) : onDone())
    return <Confirm secret={secret} onAdded={added} onAgain={() => setSecret(null)} />
  }
  return <NameIt onMade={setSecret} />
}

function NameIt({ onMade }: { onMade: (secret: TotpSecret) => void }) {
  const text = useSecondFactorText()
  const make = useMakeTotp()
  const [name, setName] = useState(text.appNameUsual)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const called = name.trim() === '' ? text.appNameUsual : name.trim()
    if (!make.isPending) make.mutate(called, { onSuccess: onMade })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label={text.appName}
        value={name}
        maxLength={longestName}
        autoFocus
        onChange={({ target }) => setName(target.value)}
      />
      <div role="alert">
        {make.isError && (
          <Note tone="alarm">{codeOf(make.error) === 'rate_limited' ? text.tooOften : text.failed}</Note>
        )}
      </div>
      <Button type="submit" look="main" aria-disabled={make.isPending} className="self-start">
        {text.next}
      </Button>
    </form>
  )
}

interface ConfirmProps {
  readonly secret: TotpSecret
  /** `codes`: with the first second factor. */
  readonly onAdded: (codes: readonly string[] | undefined) => void
  readonly onAgain: () => void
}

function Confirm({ secret, onAdded, onAgain }: ConfirmProps) {
  const text = useSecondFactorText()
  const confirm = useConfirmTotp()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isShort = !/^\d{6}$/.test(code.replaceAll(' ', ''))
    setMissing(isShort)
    if (isShort || confirm.isPending) return
    confirm.mutate({ id: secret.id, code }, { onSuccess: ({ recovery_codes: codes }) => onAdded(codes) })
  }
  const isOver = confirm.isError && codeOf(confirm.error) === 'not_found'
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p className="text-ink-2">{text.scan}</p>
      <QrCode text={secret.uri} label={text.qr} />
      <dl>
        <dt className="text-xs text-ink-3">{text.key}</dt>
        <dd className="font-mono text-md break-words select-all">{inGroups(secret.secret)}</dd>
      </dl>
      <Field
        label={text.code}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        autoFocus
        onChange={({ target }) => setCode(target.value)}
        problem={isMissing ? text.codeMissing : undefined}
      />
      <div role="alert">
        {confirm.isError && !isMissing && <Note tone="alarm">{problemOf(text, confirm.error)}</Note>}
      </div>
      {isOver ? (
        <Button onClick={onAgain} className="self-start">
          {text.setUpApp}
        </Button>
      ) : (
        <Button type="submit" look="main" aria-disabled={confirm.isPending} className="self-start">
          {text.confirm}
        </Button>
      )}
    </form>
  )
}

/** As authenticator apps show it. */
const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

function problemOf(text: SecondFactorText, error: Error): string {
  switch (codeOf(error)) {
    case 'validation_error':
      return error.message.includes('another time') ? text.codeOff : text.codeWrong
    case 'not_found':
      return text.expired
    case 'rate_limited':
      return text.tooOften
    default:
      return text.failed
  }
}
