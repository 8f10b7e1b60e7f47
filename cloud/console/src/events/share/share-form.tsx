import { FailedCall } from '@sightline/client'
import { type SubmitEvent, useId, useState } from 'react'
import { useShareEvent } from '../../api/shares.js'
import { Button } from '../../controls/button.js'
import { Field } from '../../controls/field.js'
import { Note } from '../../controls/note.js'
import { serviceNow } from '../../time/service-clock.js'
import { useShareText } from './use-share-text.js'

/** Days that are offered; the service takes up to 365. */
const offeredDays = [1, 7, 30, 90] as const
const usualDays = 7
const dayMs = 86_400_000
const leastPassword = 8

interface ShareFormProps {
  readonly eventId: string
  readonly onMade: (link: string) => void
}

/** How long a new link is good, and whether it takes a password. */
export function ShareForm({ eventId, onMade }: ShareFormProps) {
  const text = useShareText()
  const id = useId()
  const [days, setDays] = useState<number>(usualDays)
  const [password, setPassword] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const share = useShareEvent(eventId)
  const make = (event: SubmitEvent) => {
    event.preventDefault()
    const isShort = password !== '' && password.normalize('NFKC').length < leastPassword
    setTooShort(isShort)
    if (isShort) return
    const chosen = {
      password: password === '' ? null : password,
      expiresAt: new Date(serviceNow() + days * dayMs),
    }
    share.mutate(chosen, { onSuccess: ({ url }) => onMade(url) })
  }
  return (
    <form onSubmit={make} className="flex flex-col gap-3">
      <div className="flex gap-3 max-wide:flex-col">
        <div className="flex flex-col gap-[6px]">
          <label htmlFor={id} className="font-strong text-ink-2">
            {text.days}
          </label>
          <select
            id={id}
            value={days}
            onChange={({ target }) => setDays(Number(target.value))}
            className="h-control rounded-2 border border-control-line bg-bg px-2 text-md text-ink max-wide:h-[44px] max-wide:text-lg"
          >
            {offeredDays.map((one) => (
              <option key={one} value={one}>
                {text.daysOf(one)}
              </option>
            ))}
          </select>
        </div>
        <Field
          label={text.password}
          type="password"
          autoComplete="new-password"
          maxLength={1024}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          problem={isTooShort ? text.passwordShort : undefined}
          className="flex-1"
        />
      </div>
      {share.isError && (
        <div role="alert">
          <Note tone="alarm">{problemOf(text, share.error)}</Note>
        </div>
      )}
      <Button
        type="submit"
        look="main"
        disabled={share.isPending}
        className="self-start max-wide:h-[44px] max-wide:w-full"
      >
        {text.make}
      </Button>
    </form>
  )
}

function problemOf(text: ReturnType<typeof useShareText>, error: unknown): string {
  const status = error instanceof FailedCall ? error.error.status : 0
  if (status === 409) return text.tooMany
  if (status === 429) return text.slowDown
  return text.makeFailed
}
