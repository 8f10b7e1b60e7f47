import { type Gateway, useSetCommissioning } from '../../api/gateways.js'
import { Button } from '../../controls/button.js'
import { Section } from '../../controls/section.js'
import { useLanguage } from '../../text/use-text.js'
import { momentOf } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'
import { useGatewayText } from './use-gateway-text.js'

const minuteMs = 60_000
const openHours = 24

/** Whether cameras may be added from the site, and opening or closing that. */
export function Commissioning({ gateway, zone }: { gateway: Gateway; zone: string }) {
  const text = useGatewayText()
  const language = useLanguage()
  const now = useNow(minuteMs)
  const set = useSetCommissioning(gateway.id)
  const until = new Date(gateway.commissioning_until ?? 0)
  const isOpen = until > now
  // A gateway without a machine has nobody who would add anything.
  if (gateway.status === 'registered') return null
  return (
    <Section title={text.commissioning}>
      <p className="text-ink-2">{text.commissioningWhy}</p>
      <p role="status" className="font-strong">
        {isOpen ? text.openUntil(momentOf(until, now, { language, zone })) : text.closed}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          className="max-wide:min-h-[44px]"
          aria-disabled={set.isPending}
          onClick={() => !set.isPending && set.mutate(openHours)}
        >
          {text.openIt}
        </Button>
        {isOpen && (
          <Button
            className="max-wide:min-h-[44px]"
            look="bare"
            aria-disabled={set.isPending}
            onClick={() => !set.isPending && set.mutate(0)}
          >
            {text.closeIt}
          </Button>
        )}
      </div>
      <div role="alert" className="text-xs text-alarm empty:hidden">
        {set.isError && text.notOpened}
      </div>
    </Section>
  )
}
