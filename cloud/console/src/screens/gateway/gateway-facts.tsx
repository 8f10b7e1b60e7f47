import { type ReactNode, useState } from 'react'
import type { Gateway, GatewayFigures } from '../../api/gateways.js'
import { useSites } from '../../api/sites.js'
import { Button } from '../../controls/button.js'
import { copyText } from '../../controls/copy-text.js'
import { Section } from '../../controls/section.js'
import { useLanguage } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { Moment } from '../../time/moment.js'
import { useGatewayText } from './use-gateway-text.js'

interface FactsProps {
  readonly gateway: Gateway
  readonly figures: GatewayFigures | undefined
  readonly zone: string
}

/** What else is known of a gateway, and all of it to hand on. */
export function GatewayFacts({ gateway, figures, zone }: FactsProps) {
  const text = useGatewayText()
  const site = useSites().data?.find(({ id }) => id === gateway.site_id)?.name ?? ''
  const [said, setSaid] = useState('')
  const copy = async () => {
    const isCopied = await copyText(JSON.stringify({ gateway, figures }, null, 2))
    setSaid(isCopied ? text.copied : text.copyByHand)
  }
  return (
    <Section title={text.facts}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-[6px]">
        <Fact name={text.site}>{site}</Fact>
        <Fact name={text.address}>{gateway.local_ip ?? text.never}</Fact>
        <Fact name={text.heard}>
          {gateway.last_heartbeat_at === null ? (
            text.never
          ) : (
            <Moment at={gateway.last_heartbeat_at} zone={zone} />
          )}
        </Fact>
        <Fact name={text.made}>
          <Moment at={gateway.created_at} zone={zone} />
        </Fact>
        {figures?.losses && (
          <Fact name={text.losses}>
            <Losses losses={figures.losses} />
          </Fact>
        )}
      </dl>
      <div className="flex items-center gap-3">
        <Button small icon="copy" onClick={() => void copy()}>
          {text.copyFacts}
        </Button>
        <span role="status" className="text-xs text-ink-2">
          {said}
        </span>
      </div>
    </Section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}

function Losses({ losses }: { losses: NonNullable<GatewayFigures['losses']> }) {
  const text = useGatewayText()
  const language = useLanguage()
  const { clips, snapshots, events } = losses
  if (clips + snapshots + events === 0) return text.noLosses
  return (
    <span className="text-warn">
      {text.lossesOf(countOf(clips, language), countOf(snapshots, language), countOf(events, language))}
    </span>
  )
}
