import { Link } from '@tanstack/react-router'
import { type Delivery, useSendAgain, type Webhook } from '../../../api/webhooks.js'
import { Button } from '../../../controls/button.js'
import { StateBadge } from '../../../controls/state-badge.js'
import { useUser } from '../../../session/use-session.js'
import { useLanguage } from '../../../text/use-text.js'
import { clockTime, countOf } from '../../../time/format.js'
import { Moment } from '../../../time/moment.js'
import { useNow } from '../../../time/use-now.js'
import { DeliveryWhole } from './delivery-whole.js'
import { useWebhooksText, type WebhooksText } from './use-webhooks-text.js'
import { Refused } from './webhook-notes.js'

interface DeliveryRowProps {
  readonly webhook: Webhook
  readonly delivery: Delivery
  readonly isOpen: boolean
}

/** One delivery in a line, on phones in two; with all of it below where it is open. */
export function DeliveryRow({ webhook, delivery, isOpen }: DeliveryRowProps) {
  const text = useWebhooksText()
  const language = useLanguage()
  const zone = useUser().timeZone ?? 'UTC'
  const again = useSendAgain(webhook.id)
  const { id } = webhook
  return (
    <li className={isOpen ? 'bg-surface-2' : ''}>
      <div className="grid min-h-row grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-[6px] wide:grid-cols-[112px_minmax(0,1fr)_112px_112px_104px]">
        <span className="max-wide:order-2 max-wide:justify-self-end">
          <DeliveryState delivery={delivery} />
        </span>
        <Link
          {...(isOpen
            ? { to: '/settings/webhooks/$id', params: { id } }
            : {
                to: '/settings/webhooks/$id/deliveries/$delivery',
                params: { id, delivery: delivery.id },
              })}
          replace
          resetScroll={false}
          aria-expanded={isOpen}
          className="min-w-0 truncate py-2 font-strong hover:underline max-wide:order-1"
        >
          {titleOf(delivery, text)}
        </Link>
        <span className="flex flex-wrap gap-x-3 text-ink-2 max-wide:order-3 max-wide:text-xs wide:contents">
          <Moment at={delivery.created_at} zone={zone} className="text-ink-2" />
          <span className="text-ink-2">
            <span className="wide:hidden">{text.attempts}: </span>
            {countOf(delivery.attempts.length, language)}
            {endOf(delivery, text)}
          </span>
        </span>
        <span className="justify-self-end max-wide:order-4">
          {delivery.status === 'pending' ? (
            <span className="text-xs text-ink-3">{text.onItsWay}</span>
          ) : (
            <Button
              small
              // A disabled webhook is switched on first; a test goes there anyway.
              disabled={!webhook.enabled && !delivery.is_test}
              aria-disabled={again.isPending}
              onClick={() => !again.isPending && again.mutate(delivery.id)}
            >
              {text.sendAgain}
            </Button>
          )}
        </span>
      </div>
      {again.error !== null && (
        <div className="px-4 pb-2">
          <Refused error={again.error} text={text} />
        </div>
      )}
      {isOpen && <DeliveryWhole webhookId={id} delivery={delivery} />}
    </li>
  )
}

/** What it told of. */
function titleOf({ is_test, rule_name: rule, camera_name: camera }: Delivery, text: WebhooksText): string {
  if (is_test) return text.test
  return [rule, camera].filter((word) => word !== '').join(', ') || text.alert
}

/** How the last attempt of one that was given up ended. */
function endOf({ status, attempts }: Delivery, text: WebhooksText): string {
  const last = attempts.at(-1)
  if (status !== 'failed' || !last) return ''
  return `, ${last.status_code === null ? text.noAnswer : text.answered(last.status_code)}`
}

function DeliveryState({ delivery }: { delivery: Delivery }) {
  const text = useWebhooksText()
  const language = useLanguage()
  const zone = useUser().timeZone ?? 'UTC'
  const now = useNow(60_000)
  const { status, next_attempt_at: next, attempts } = delivery
  const words = text.statuses[status]
  switch (status) {
    case 'delivered':
      return <StateBadge tone="ok">{words}</StateBadge>
    case 'failed':
      return <StateBadge tone="alarm">{words}</StateBadge>
    case 'pending': {
      const waits = next !== null && attempts.length > 0 && Date.parse(next) > now.getTime()
      return (
        <StateBadge tone="warn">
          {waits ? text.againAt(clockTime(new Date(next), { language, zone })) : words}
        </StateBadge>
      )
    }
  }
}
