import { type Delivery, useDelivery } from '../../../api/webhooks.js'
import { StateBadge } from '../../../controls/state-badge.js'
import { useUser } from '../../../session/use-session.js'
import { useLanguage } from '../../../text/use-text.js'
import { Moment } from '../../../time/moment.js'
import { tookOf } from '../../../time/took.js'
import { stageOf } from './delivery-figures.js'
import { useWebhooksText } from './use-webhooks-text.js'
import { Code } from './verify-code.js'

/** Each attempt of a delivery with what came back, and what the last one sent. */
export function DeliveryWhole({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const text = useWebhooksText()
  const sent = useDelivery(webhookId, delivery.id).data?.last_request ?? null
  return (
    <div className="flex flex-col gap-3 px-4 pb-4 wide:pl-[140px]">
      {delivery.attempts.length === 0 && <p className="text-ink-2">{text.noAttempt}</p>}
      <ul className="flex flex-col">
        {delivery.attempts.map((attempt) => (
          <AttemptRow key={attempt.number} attempt={attempt} />
        ))}
      </ul>
      {delivery.redeliveries > 0 && (
        <p className="text-xs text-ink-3">{text.redelivered(delivery.redeliveries)}</p>
      )}
      {sent && (
        <>
          <details>
            <summary className="cursor-pointer text-accent">{text.whatWasSent}</summary>
            <div className="pt-2">
              <Code label={text.whatWasSent}>{indented(sent.body)}</Code>
            </div>
          </details>
          <details>
            <summary className="cursor-pointer text-accent">{text.headers}</summary>
            <div className="flex flex-col gap-2 pt-2">
              <Code label={text.headers}>
                {Object.entries(sent.headers)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join('\n')}
              </Code>
              <p className="text-xs text-ink-3">{text.signatures}</p>
            </div>
          </details>
        </>
      )}
      <p className="text-xs text-ink-3">{text.dropRepeats}</p>
    </div>
  )
}

function AttemptRow({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const text = useWebhooksText()
  const language = useLanguage()
  const zone = useUser().timeZone ?? 'UTC'
  const { status_code: status } = attempt
  const isGood = status !== null && status >= 200 && status < 300
  return (
    <li className="grid grid-cols-[auto_auto_auto_1fr] items-baseline gap-x-3 py-1 wide:grid-cols-[76px_104px_96px_64px_minmax(0,1fr)]">
      <span className="text-ink-3">{text.attempt(attempt.number)}</span>
      <Moment at={attempt.started_at} zone={zone} className="text-ink-2" />
      <span>
        <StateBadge tone={isGood ? 'ok' : 'warn'} isPlain>
          {status ?? text.noAnswer}
        </StateBadge>
      </span>
      <span className="text-ink-3 max-wide:justify-self-end">{tookOf(attempt.duration_ms, language)}</span>
      <AnswerText attempt={attempt} />
    </li>
  )
}

/** The first kilobyte of the answer as it came, or why there is none. */
function AnswerText({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const text = useWebhooksText()
  const stage = stageOf(attempt.error)
  if (attempt.error !== null) {
    return (
      <span className="break-words text-ink-2 max-wide:col-span-full" title={attempt.error}>
        {stage === null ? attempt.error : text.errors[stage]}
      </span>
    )
  }
  if ((attempt.response_excerpt ?? '') === '')
    return <span className="text-ink-3 max-wide:col-span-full">{text.emptyAnswer}</span>
  return (
    <pre className="font-mono text-code break-all whitespace-pre-wrap text-ink-2 max-wide:col-span-full">
      {attempt.response_excerpt}
    </pre>
  )
}

/** JSON with line breaks, for reading; what is none stays as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
