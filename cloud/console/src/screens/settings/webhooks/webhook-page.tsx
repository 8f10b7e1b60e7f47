import { useParams } from '@tanstack/react-router'
import { isNotFound } from '../../../api/queries.js'
import { useDeliveries, useWebhook, type Webhook } from '../../../api/webhooks.js'
import { Failed, Loading, Nothing } from '../../../frame/page-states.js'
import { SettingsBar } from '../settings-bar.js'
import { Deliveries } from './deliveries.js'
import { useWebhooksText } from './use-webhooks-text.js'
import { VerifyCode } from './verify-code.js'
import { WebhookDeeds } from './webhook-deeds.js'
import { WebhookFigures } from './webhook-figures.js'
import { WebhookNotes } from './webhook-notes.js'
import { WebhookState } from './webhooks-page.js'

/** One webhook: how it fares, what was sent there, and what can be done about it. */
export function WebhookPage() {
  const text = useWebhooksText()
  const { id = '', delivery = null } = useParams({ strict: false })
  const { data: webhook, error, isError, refetch } = useWebhook(id)
  if (!webhook) {
    if (isNotFound(error)) return <Nothing />
    return isError ? <Failed again={() => void refetch()} /> : <Loading />
  }
  return (
    <>
      <SettingsBar title={webhook.name} up={{ to: '/settings/webhooks', label: text.back }} />
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <Whole webhook={webhook} opened={delivery} />
      </div>
    </>
  )
}

function Whole({ webhook, opened }: { webhook: Webhook; opened: string | null }) {
  const all = useDeliveries(webhook.id, null)
  return (
    <div className="flex max-w-[1080px] flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <WebhookState webhook={webhook} />
        <span className="min-w-0 flex-1 font-mono text-code break-all text-ink-2">{webhook.url}</span>
        <WebhookDeeds webhook={webhook} />
      </div>
      <WebhookNotes webhook={webhook} newest={all.data?.data ?? []} />
      <WebhookFigures webhook={webhook} newest={all.data?.data ?? []} />
      <Deliveries key={webhook.id} webhook={webhook} opened={opened} />
      <VerifyCode />
    </div>
  )
}
