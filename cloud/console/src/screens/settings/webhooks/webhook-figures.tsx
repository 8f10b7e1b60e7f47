import type { Delivery, Webhook } from '../../../api/webhooks.js'
import { Figure, Figures } from '../../../controls/figure.js'
import { useUser } from '../../../session/use-session.js'
import { useLanguage } from '../../../text/use-text.js'
import { countOf, localeOf } from '../../../time/format.js'
import { tookOf } from '../../../time/took.js'
import { useNow } from '../../../time/use-now.js'
import { knownZone } from '../../../time/zone.js'
import { figuresOf } from './delivery-figures.js'
import { useWebhooksText } from './use-webhooks-text.js'

/** How a webhook fares, at a glance. */
export function WebhookFigures({ webhook, newest }: { webhook: Webhook; newest: readonly Delivery[] }) {
  const text = useWebhooksText()
  const language = useLanguage()
  const timeZone = knownZone(useUser().timeZone ?? 'UTC')
  const dayIn = (at: string, parts: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(localeOf(language), { ...parts, timeZone }).format(new Date(at))
  const now = useNow(60_000)
  const { ended, received, answers, medianMs } = figuresOf(newest)
  const { secret_since: since, previous_secret_until: until } = webhook
  const overlaps = until !== null && Date.parse(until) > now.getTime()
  return (
    <Figures>
      <Figure
        label={text.received}
        value={received === null ? '—' : `${countOf(Math.floor(received * 100), language)}\u00a0%`}
        hint={received === null ? text.notYet : text.receivedOf(countOf(ended, language))}
      />
      <Figure
        label={text.answersAfter}
        value={medianMs === null ? '—' : tookOf(medianMs, language)}
        hint={medianMs === null ? text.notYet : text.answersHalf(countOf(answers, language))}
      />
      <Figure
        label={text.givenUpInRow}
        value={countOf(webhook.consecutive_failures, language)}
        hint={text.givenUpHint}
      />
      <Figure
        label={text.secret}
        value={
          since === null
            ? text.secretUnknown
            : text.secretSince(dayIn(since, { day: 'numeric', month: 'short' }))
        }
        hint={
          overlaps
            ? text.secretBefore(
                dayIn(until, { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
              )
            : text.wasShownOnce
        }
      />
    </Figures>
  )
}
