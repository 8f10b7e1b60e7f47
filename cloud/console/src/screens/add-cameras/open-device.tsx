import type { Device, Found } from '../../api/adding-cameras.js'
import type { Gateway } from '../../api/gateways.js'
import type { Site } from '../../api/sites.js'
import { Centred } from '../../frame/page-states.js'
import { AddOne } from './add-one.js'
import { byHand } from './add-search.js'
import { isToAdd, nextToAdd } from './devices.js'
import { draftOf, emptyDraft } from './draft.js'
import type { KeptDrafts } from './kept-drafts.js'
import { useAddCamerasText } from './use-add-cameras-text.js'
import type { Account } from './use-adding.js'

interface OpenDeviceProps {
  readonly id: string
  /** Under which what is typed is kept. */
  readonly place: string
  readonly gateway: Gateway
  readonly sites: readonly Site[]
  readonly kept: KeptDrafts
  readonly devices: readonly Device[]
  readonly added: readonly string[]
  readonly found: Found
  readonly account: Account | null
  readonly onAccount: (account: Account | null) => void
  readonly onAdded: (camera: { readonly id: string; readonly name: string }, next: boolean) => void
  readonly onScan: ((targets?: readonly string[]) => void) | null
}

/** The device that the address names, or a camera whose address is entered by hand. */
export function OpenDevice({ id, gateway, devices, added, found, ...rest }: OpenDeviceProps) {
  const text = useAddCamerasText()
  const device = devices.find((one) => one.id === id) ?? null
  if (id !== byHand && !device) return <Centred sentence={found.scanning ? text.scanning : text.noDevice} />
  const others = devices.filter(
    (one) => one.id !== id && one.state === 'needs_credentials' && isToAdd(one, added),
  )
  return (
    <AddOne
      {...rest}
      device={device}
      initial={{ ...(device ? draftOf(device) : emptyDraft), siteId: gateway.site_id }}
      gatewayId={gateway.id}
      isReady={gateway.status === 'online'}
      looksByItself={!found.scanning && gateway.status === 'online'}
      others={device ? others.length : 0}
      hasNext={nextToAdd(devices, id, added) !== null}
    />
  )
}
