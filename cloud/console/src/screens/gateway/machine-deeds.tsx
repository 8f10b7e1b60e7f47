import { type ReactNode, useState } from 'react'
import { type Gateway, useChangeGateway } from '../../api/gateways.js'
import { Button, buttonClass } from '../../controls/button.js'
import { Section } from '../../controls/section.js'
import { AddressLink } from '../../frame/address-link.js'
import { useGatewaysText } from '../../gateways/use-gateways-text.js'
import { DeleteGateway } from './delete-gateway.js'
import { useGatewayText } from './use-gateway-text.js'

interface DeedsProps {
  readonly gateway: Gateway
  /** How many it serves; null: not known yet. */
  readonly cameras: number | null
}

/** What becomes of the machine of a gateway: another one, none for a while, or none any more. */
export function MachineDeeds({ gateway, cameras }: DeedsProps) {
  const text = useGatewayText()
  const words = useGatewaysText()
  const change = useChangeGateway(gateway.id)
  const [isAsked, setAsked] = useState(false)
  const isNew = gateway.status === 'registered'
  const isOff = gateway.status === 'disabled'
  const turn = () => !change.isPending && change.mutate({ status: isOff ? 'offline' : 'disabled' })
  return (
    <Section title={text.machine}>
      <Deed why={isNew ? words.registeredDo : text.replaceWhy}>
        <AddressLink
          href={`/gateways/pair?gateway=${gateway.id}`}
          className={`${buttonClass({ look: isNew ? 'main' : 'plain' })} max-wide:min-h-[44px]`}
        >
          {isNew ? words.makeCode : text.replace}
        </AddressLink>
      </Deed>
      <Deed why={isOff ? '' : text.switchOffWhy}>
        <Button className="max-wide:min-h-[44px]" aria-disabled={change.isPending} onClick={turn}>
          {isOff ? text.switchOn : text.switchOff}
        </Button>
      </Deed>
      <div role="alert" className="text-xs text-alarm empty:hidden">
        {change.isError && text.notSwitched}
      </div>
      <Deed why={text.removeWhy}>
        <Button className="max-wide:min-h-[44px]" icon="trash" onClick={() => setAsked(true)}>
          {text.remove}
        </Button>
      </Deed>
      {isAsked && <DeleteGateway gateway={gateway} cameras={cameras} onClose={() => setAsked(false)} />}
    </Section>
  )
}

function Deed({ why, children }: { why: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-[6px]">
      {children}
      {why !== '' && <p className="text-xs text-ink-3">{why}</p>}
    </div>
  )
}
