import { refusalOf } from '../../../api/refusal.js'
import {
  type Delivery,
  useChangeWebhook,
  useDeliveryCount,
  useSendFailedAgain,
  type Webhook,
} from '../../../api/webhooks.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { mayAs } from '../../../session/session-user.js'
import { useUser } from '../../../session/use-session.js'
import { useLanguage } from '../../../text/use-text.js'
import { countOf, momentOf } from '../../../time/format.js'
import { useNow } from '../../../time/use-now.js'
import { isUnresolved } from './delivery-figures.js'
import { useWebhooksText, type WebhooksText } from './use-webhooks-text.js'

/** What somebody should know of a webhook: that it is off and why, what did not arrive, that its address is gone. */
export function WebhookNotes({ webhook, newest }: { webhook: Webhook; newest: readonly Delivery[] }) {
  const text = useWebhooksText()
  const failed = useDeliveryCount(webhook.id, 'failed').data ?? 0
  return (
    <>
      {isUnresolved(newest) && <Note tone="alarm">{text.unresolved(hostOf(webhook.url))}</Note>}
      {webhook.enabled ? (
        failed > 0 && <FailedOnes webhook={webhook} failed={failed} />
      ) : (
        <Off webhook={webhook} failed={failed} />
      )}
    </>
  )
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url)

/** It is off: why, since when, and the way back. */
function Off({ webhook, failed }: { webhook: Webhook; failed: number }) {
  const text = useWebhooksText()
  const { role } = useUser()
  const language = useLanguage()
  const change = useChangeWebhook(webhook.id)
  const again = useSendFailedAgain(webhook.id)
  const why = useWhyOff(webhook)
  const mayEnable = webhook.disabled_reason === null || mayAs(role, 'admin')
  const isBusy = change.isPending || again.isPending
  return (
    <Note tone={webhook.disabled_reason === null ? 'plain' : 'alarm'}>
      <p>{why}</p>
      {webhook.disabled_reason !== null && <p className="text-ink-2">{text.alertsMissed}</p>}
      {!mayEnable && <p className="text-ink-2">{text.askAdmin}</p>}
      {mayEnable && (
        <div className="flex flex-wrap gap-2 pt-2">
          {failed > 0 && (
            <Button
              look="main"
              aria-disabled={isBusy}
              onClick={() => !isBusy && again.mutate({ switchOn: true })}
            >
              {failed === 1 ? text.onAndSendOne : text.onAndSend(countOf(failed, language))}
            </Button>
          )}
          <Button aria-disabled={isBusy} onClick={() => !isBusy && change.mutate({ enabled: true })}>
            {text.switchOn}
          </Button>
        </div>
      )}
      <Refused error={change.error ?? again.error} text={text} />
    </Note>
  )
}

function useWhyOff({ disabled_reason: reason, disabled_at: at }: Webhook): string {
  const text = useWebhooksText()
  const language = useLanguage()
  const zone = useUser().timeZone ?? 'UTC'
  const now = useNow(60_000)
  if (reason === null) return text.offByHand
  return at === null
    ? text.offBecause(reason)
    : text.offSince(momentOf(new Date(at), now, { language, zone }), reason)
}

/** Some deliveries were given up; all of them go again by one press. */
function FailedOnes({ webhook, failed }: { webhook: Webhook; failed: number }) {
  const text = useWebhooksText()
  const language = useLanguage()
  const again = useSendFailedAgain(webhook.id)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        aria-disabled={again.isPending}
        onClick={() => !again.isPending && again.mutate({ switchOn: false })}
      >
        {failed === 1 ? text.sendFailedOne : text.sendFailed(countOf(failed, language))}
      </Button>
      <span role="status" className="text-ink-2">
        {again.data && saidOf(again.data, text, (count) => countOf(count, language))}
      </span>
      <Refused error={again.error} text={text} />
    </div>
  )
}

function saidOf(
  { redelivered, left }: { redelivered: number; left: number },
  text: WebhooksText,
  count: (of: number) => string,
): string {
  return left === 0 ? text.sentAgain(count(redelivered)) : text.sentAgainLeft(count(redelivered), count(left))
}

/** Why something was not done, in the words of the service where it has some. */
export function Refused({ error, text }: { error: unknown; text: WebhooksText }) {
  if (error === null) return null
  return (
    <p role="alert" className="pt-1 text-alarm">
      {refusalOf(error)?.message ?? text.notDone}
    </p>
  )
}
