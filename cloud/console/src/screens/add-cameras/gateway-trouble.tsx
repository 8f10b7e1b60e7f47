import type { Gateway } from '../../api/gateways.js'
import { Note } from '../../controls/note.js'
import { AddressLink } from '../../frame/address-link.js'
import { useAddCamerasText } from './use-add-cameras-text.js'

/** Why a gateway cannot look at cameras now, and what to do; nothing while it can. */
export function GatewayTrouble({ gateway: { id, name, status } }: { gateway: Gateway }) {
  const text = useAddCamerasText()
  if (status === 'online') return null
  const says = {
    offline: text.offline,
    registered: text.unpaired,
    disabled: text.disabled,
  }[status]
  return (
    <Note tone="warn">
      <p className="font-strong">{says(name)}</p>
      {status === 'offline' && <p className="text-ink-2">{text.offlineRemedy}</p>}
      <AddressLink href={`/gateways/${id}`} className="text-accent underline-offset-2 hover:underline">
        {text.toGateway}
      </AddressLink>
    </Note>
  )
}
