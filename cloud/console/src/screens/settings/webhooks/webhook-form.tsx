import { type SubmitEvent, useState } from 'react'
import { fieldProblem } from '../../../api/field-problem.js'
import { refusalOf } from '../../../api/refusal.js'
import type { Webhook, WebhookFields } from '../../../api/webhooks.js'
import { Button } from '../../../controls/button.js'
import { Field } from '../../../controls/field.js'
import { Note } from '../../../controls/note.js'
import { useWebhooksText } from './use-webhooks-text.js'

interface WebhookFormProps {
  /** What is in the fields at first. */
  readonly from?: Pick<Webhook, 'name' | 'url'>
  readonly submit: string
  readonly isBusy: boolean
  /** Why the service did not do it; null: nothing was refused. */
  readonly error: unknown
  readonly onSubmit: (fields: WebhookFields) => void
}

/** Name and address of a webhook. What the service refuses stands beside its field. */
export function WebhookForm({ from, submit, isBusy, error, onSubmit }: WebhookFormProps) {
  const text = useWebhooksText()
  const [name, setName] = useState(from?.name ?? '')
  const [url, setUrl] = useState(from?.url ?? '')
  const [isTried, setTried] = useState(false)
  const nameProblem = isTried && name.trim() === '' ? text.nameMissing : fieldProblem(error, 'name')
  const urlProblem = isTried && url.trim() === '' ? text.urlMissing : fieldProblem(error, 'url')
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() !== '' && url.trim() !== '') onSubmit({ name: name.trim(), url: url.trim() })
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <Field
        label={text.name}
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
        problem={nameProblem}
      />
      <Field
        label={text.url}
        type="url"
        value={url}
        maxLength={2048}
        autoComplete="off"
        placeholder="https://"
        onChange={({ target }) => setUrl(target.value)}
        problem={urlProblem}
        hint={text.urlHint}
      />
      {error !== null && nameProblem === undefined && urlProblem === undefined && (
        <div role="alert">
          <Note tone="alarm">{refusalOf(error)?.message ?? text.notDone}</Note>
        </div>
      )}
      <Button
        type="submit"
        look="main"
        aria-disabled={isBusy}
        className="self-start max-wide:h-[44px] max-wide:w-full"
      >
        {submit}
      </Button>
    </form>
  )
}
