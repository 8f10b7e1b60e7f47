import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMakeWebhook, useWebhooks, type Webhook } from '../../../api/webhooks.js'
import { Button } from '../../../controls/button.js'
import { Dialog } from '../../../controls/dialog.js'
import { StateBadge } from '../../../controls/state-badge.js'
import { Centred, Failed, Loading } from '../../../frame/page-states.js'
import { Icon } from '../../../icons/icon.js'
import { useLanguage } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { SettingsBar } from '../settings-bar.js'
import { NewSecret } from './new-secret.js'
import { useWebhooksText } from './use-webhooks-text.js'
import { VerifyCode } from './verify-code.js'
import { WebhookForm } from './webhook-form.js'

/** To which addresses of programs alerts are sent. */
export function WebhooksPage() {
  const text = useWebhooksText()
  const { data, isError, refetch } = useWebhooks()
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button look="main" icon="plus" onClick={() => setAdding(true)}>
      {text.add}
    </Button>
  )
  return (
    <>
      <SettingsBar title={text.title}>{data && data.length > 0 && add}</SettingsBar>
      {!data && (isError ? <Failed again={() => void refetch()} /> : <Loading />)}
      {data?.length === 0 && <Centred sentence={`${text.none} ${text.about}`}>{add}</Centred>}
      {data && data.length > 0 && (
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          <div className="flex max-w-[1080px] flex-col gap-4">
            <p className="text-ink-2">{text.about}</p>
            <ul className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-surface">
              {data.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} />
              ))}
            </ul>
            <VerifyCode />
          </div>
        </div>
      )}
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const text = useWebhooksText()
  const language = useLanguage()
  const failures = webhook.consecutive_failures
  return (
    <li>
      <Link
        to="/settings/webhooks/$id"
        params={{ id: webhook.id }}
        className="flex min-h-[60px] items-center gap-3 px-4 py-2 hover:bg-surface-2"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-strong">{webhook.name}</span>
          <span className="block truncate font-mono text-code text-ink-3">{webhook.url}</span>
        </span>
        {webhook.enabled && failures > 0 && (
          <span className="text-xs text-warn max-wide:hidden">
            {text.failing(countOf(failures, language))}
          </span>
        )}
        <WebhookState webhook={webhook} />
        <Icon name="next" />
      </Link>
    </li>
  )
}

/** Whether alerts are sent there. */
export function WebhookState({ webhook }: { webhook: Pick<Webhook, 'enabled' | 'disabled_reason'> }) {
  const text = useWebhooksText()
  if (webhook.enabled) return <StateBadge tone="ok">{text.on}</StateBadge>
  if (webhook.disabled_reason === null) return <StateBadge tone="plain">{text.off}</StateBadge>
  return <StateBadge tone="alarm">{text.offByItself}</StateBadge>
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const text = useWebhooksText()
  const make = useMakeWebhook()
  const secret = make.data?.secret
  return (
    <Dialog
      title={secret === undefined ? text.addTitle : text.secretTitle}
      closeLabel={text.close}
      onClose={onClose}
    >
      {secret === undefined ? (
        <WebhookForm
          submit={text.make}
          isBusy={make.isPending}
          error={make.error}
          onSubmit={(fields) => !make.isPending && make.mutate(fields)}
        />
      ) : (
        <NewSecret secret={secret} previousUntil={null} onKept={onClose} />
      )}
    </Dialog>
  )
}
