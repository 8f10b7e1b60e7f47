import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  useChangeWebhook,
  useDeleteWebhook,
  useRotateSecret,
  useTestWebhook,
  type Webhook,
} from '../../../api/webhooks.js'
import { Button } from '../../../controls/button.js'
import { Dialog } from '../../../controls/dialog.js'
import { mayAs } from '../../../session/session-user.js'
import { useUser } from '../../../session/use-session.js'
import { NewSecret } from './new-secret.js'
import { useWebhooksText } from './use-webhooks-text.js'
import { WebhookForm } from './webhook-form.js'
import { Refused } from './webhook-notes.js'

type Open = 'change' | 'secret' | 'delete'

/** What can be done with a webhook as a whole. */
export function WebhookDeeds({ webhook }: { webhook: Webhook }) {
  const text = useWebhooksText()
  const { role } = useUser()
  const test = useTestWebhook(webhook.id)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button aria-disabled={test.isPending} onClick={() => !test.isPending && test.mutate()}>
          {text.sendTest}
        </Button>
        {mayAs(role, 'admin') && <Button onClick={() => setOpen('secret')}>{text.newSecret}</Button>}
        <Button icon="edit" onClick={() => setOpen('change')}>
          {text.change}
        </Button>
      </div>
      <p role="status" className="w-full text-ink-2 empty:hidden">
        {test.isSuccess && text.testSent}
      </p>
      <Refused error={test.error} text={text} />
      {open === 'change' && (
        <ChangeDialog webhook={webhook} onClose={close} onDelete={() => setOpen('delete')} />
      )}
      {open === 'secret' && <SecretDialog webhook={webhook} onClose={close} />}
      {open === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
    </>
  )
}

interface DialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

function ChangeDialog({ webhook, onClose, onDelete }: DialogProps & { onDelete: () => void }) {
  const text = useWebhooksText()
  const change = useChangeWebhook(webhook.id)
  return (
    <Dialog title={text.changeTitle} closeLabel={text.close} onClose={onClose}>
      <WebhookForm
        from={webhook}
        submit={text.save}
        isBusy={change.isPending}
        error={change.error}
        onSubmit={(fields) => !change.isPending && change.mutate(fields, { onSuccess: onClose })}
      />
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        {webhook.enabled && (
          <Button onClick={() => change.mutate({ enabled: false }, { onSuccess: onClose })}>
            {text.switchOff}
          </Button>
        )}
        <Button icon="trash" onClick={onDelete}>
          {text.remove}
        </Button>
      </div>
    </Dialog>
  )
}

function SecretDialog({ webhook, onClose }: DialogProps) {
  const text = useWebhooksText()
  const rotate = useRotateSecret(webhook.id)
  const { data } = rotate
  return (
    <Dialog title={data ? text.secretTitle : text.newSecretTitle} closeLabel={text.close} onClose={onClose}>
      {data ? (
        <NewSecret secret={data.secret} previousUntil={data.previous_secret_until} onKept={onClose} />
      ) : (
        <>
          <p className="text-md text-ink-2">{text.newSecretSays}</p>
          <Refused error={rotate.error} text={text} />
          <Decide onNo={onClose} no={text.cancel}>
            <Button
              look="main"
              aria-disabled={rotate.isPending}
              onClick={() => !rotate.isPending && rotate.mutate()}
            >
              {text.makeSecret}
            </Button>
          </Decide>
        </>
      )}
    </Dialog>
  )
}

function DeleteDialog({ webhook, onClose }: DialogProps) {
  const text = useWebhooksText()
  const go = useNavigate()
  const remove = useDeleteWebhook(webhook.id)
  const drop = () =>
    remove.mutate(undefined, { onSuccess: () => void go({ to: '/settings/webhooks', replace: true }) })
  return (
    <Dialog title={text.removeTitle(webhook.name)} closeLabel={text.close} onClose={onClose}>
      <p className="text-md text-ink-2">{text.removeSays}</p>
      <Refused error={remove.error} text={text} />
      <Decide onNo={onClose} no={text.cancel}>
        <Button look="danger" aria-disabled={remove.isPending} onClick={() => !remove.isPending && drop()}>
          {text.remove}
        </Button>
      </Decide>
    </Dialog>
  )
}

/** Doing it, or not. */
function Decide({ children, no, onNo }: { children: ReactNode; no: string; onNo: () => void }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onNo}>{no}</Button>
      {children}
    </div>
  )
}
