import { useState } from 'react'
import {
  type DeliveryStatus,
  newest,
  useDeliveries,
  useDelivery,
  useDeliveryCount,
  type Webhook,
} from '../../../api/webhooks.js'
import { Button } from '../../../controls/button.js'
import { Choices } from '../../../controls/choices.js'
import { Note } from '../../../controls/note.js'
import { useLanguage, useText } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { DeliveryRow } from './delivery-row.js'
import { useWebhooksText } from './use-webhooks-text.js'

type Shown = 'all' | Exclude<DeliveryStatus, 'delivered'>

/** What was sent to a webhook, newest first. @param opened the delivery of which all is shown */
export function Deliveries({ webhook, opened }: { webhook: Webhook; opened: string | null }) {
  const text = useWebhooksText()
  const { frame } = useText()
  const language = useLanguage()
  const [shown, show] = useState<Shown>('all')
  const { data, isError, refetch } = useDeliveries(webhook.id, shown === 'all' ? null : shown)
  const counts = {
    pending: useDeliveryCount(webhook.id, 'pending').data,
    failed: useDeliveryCount(webhook.id, 'failed').data,
  }
  const says = { all: text.all, pending: text.waiting, failed: text.givenUp } as const
  const optionOf = (one: Shown) => {
    const count = one === 'all' ? undefined : counts[one]
    return { value: one, says: says[one], ...(count !== undefined && { count: countOf(count, language) }) }
  }
  return (
    <section aria-labelledby="deliveries" className="rounded-3 border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-3 px-4 py-3">
        <h2 id="deliveries" className="grow text-lg font-title">
          {text.deliveries}
        </h2>
        <Choices
          label={text.filter}
          value={shown}
          options={(['all', 'pending', 'failed'] as const).map(optionOf)}
          onChange={show}
        />
      </div>
      {isError && !data && (
        <div className="px-4 pb-4">
          <Note tone="alarm">
            {text.failed}{' '}
            <Button small onClick={() => void refetch()}>
              {frame.tryAgain}
            </Button>
          </Note>
        </div>
      )}
      {data?.data.length === 0 && (
        <p className="px-4 pb-4 text-ink-2">{shown === 'all' ? text.noDeliveries : text.noneOfThese}</p>
      )}
      {data && data.data.length > 0 && (
        <div
          aria-hidden="true"
          className="grid gap-x-3 border-t border-line px-4 py-2 text-xs text-ink-3 max-wide:hidden wide:grid-cols-[112px_minmax(0,1fr)_112px_112px_104px]"
        >
          <span>{text.state}</span>
          <span>{text.what}</span>
          <span>{text.made}</span>
          <span>{text.attempts}</span>
        </div>
      )}
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {opened !== null && data && !data.data.some(({ id }) => id === opened) && (
          <Elsewhere webhook={webhook} id={opened} />
        )}
        {data?.data.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            webhook={webhook}
            delivery={delivery}
            isOpen={delivery.id === opened}
          />
        ))}
      </ul>
      {data && data.total > newest && (
        <p className="border-t border-line px-4 py-3 text-xs text-ink-3">
          {text.onlyNewest(countOf(newest, language), countOf(data.total, language))}
        </p>
      )}
    </section>
  )
}

/** A delivery that an address names and the list does not show. */
function Elsewhere({ webhook, id }: { webhook: Webhook; id: string }) {
  const { data } = useDelivery(webhook.id, id)
  return data ? <DeliveryRow webhook={webhook} delivery={data} isOpen /> : null
}
